"""The demonstration: a clinic on this machine, documents put into it as people do, what comes out shown.

*Takes* sample documents, or somebody's own files and questions. *Gives* progress, the cited answers, the promoted rows
and addresses to look at. *Never* does a step of the product's own work: everything runs in the product's own processes.
"""
