-- A campaign that stops tells an alert (CAMP-04): companies that began without a rule of it get the one that new companies
-- have. As theirs, it names nobody who is mailed. A company that has deleted all of its first rules wants none; one that has a
-- rule of stopped campaigns of its own needs none.
insert into alert_rule (company_id, team_id, name, kind, parameters, severity, is_seeded, created_at)
select c.id, c.id, 'Campaign stopped', 'campaign-stopped', '{}', 'Major', true, now()
from team c
where c.id = c.company_id
  and exists (select from alert_rule r where r.company_id = c.id and r.is_seeded and r.deleted_at is null)
  and not exists (select from alert_rule r where r.company_id = c.id and r.kind = 'campaign-stopped' and r.deleted_at is null)
order by c.id;
