"""The only wiring: settings become adapters, adapters become pipelines.

*Takes* settings. *Gives* one site's pipelines and the operator's tools. *Never* decides anything.

Callers import the module that they need (`bootstrap.site`, `bootstrap.watching`, ...): loading one role must not
load the models of all.
"""
