-- What an operator reads of a price group beside its prices: a description, and when the group was last changed.
alter table price_group
  add description text not null default '',
  add updated_at timestamptz;
update price_group g set updated_at = greatest(g.created_at, (select max(v.made_at) from price_group_version v
  where v.price_group_id = g.price_group_id));
alter table price_group alter updated_at set not null, alter updated_at set default now();
