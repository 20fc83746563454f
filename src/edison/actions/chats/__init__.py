"""Chats with several models side by side."""
