"""What the command line prints and asks for.

*Takes* parsed arguments. *Gives* text for people and JSON for programs. *Never* holds logic that the API or a worker
would need too.
"""
