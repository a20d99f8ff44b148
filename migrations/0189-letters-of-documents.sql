-- The letter of undertaking of a day as it was known at a moment: a document keeps the letter under which it was written,
-- whatever the setting says later.
create function lut_then(the_company integer, the_day date, the_moment timestamptz) returns text language sql stable as $$
  select s.value #>> '{}'
  from (select * from tax_setting
    where name = 'lut' and since <= the_day and set_at <= the_moment
      and company_id is not distinct from (select case when company_type = 'GP' then null else id end from team where id = the_company)
    order by since desc, setting_id desc limit 1) s
  where the_day < make_date(extract(year from s.since - interval '3 months')::integer + 1, 4, 1)
$$;
