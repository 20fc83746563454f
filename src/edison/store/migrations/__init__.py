"""The schema, version by version. A version that was released is never changed."""
