"""A thin stand-in for the part of OpenEMR that a module of its own lives in, for development and tests only.

It is not OpenEMR and holds no line of it: it has the classes, functions and events that the module uses, with OpenEMR's
names and signatures, a test login, a dashboard, the menus and a document tree, over a site's real database.
"""

from devstack.openemr_kernel.launcher import KernelError, OpenEmrKernel, Visitor

__all__ = ["KernelError", "OpenEmrKernel", "Visitor"]
