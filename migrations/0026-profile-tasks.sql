-- Operations by the charging profile that they sent or cleared: the page of a profile tells where it went, however many
-- operations there have been.
create index task_profile on task (((parameters ->> 'charging_profile_pk')::integer), created_at desc)
  where parameters ? 'charging_profile_pk';
