"""Text in and out: test sets, their readers and writers, tokenizers."""
