-- concurrently
-- What waits is looked for by its webhook: the key begins with it (docs/decisions/0091-what-webhooks-cost.md).
drop index concurrently if exists webhook_waiting_key;
create unique index concurrently webhook_waiting_key on webhook_waiting (webhook_id, webhook_delivery_id);
