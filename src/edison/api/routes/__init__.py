"""One router for each noun; each route calls one verb and says who may."""
