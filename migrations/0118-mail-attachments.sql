-- Files that a mail carries: each with its name in the file store, the name that the receiver sees, its type and its size.
alter table outbox add column attachments jsonb;
