-- What money stands on is written down as of when it held and never changed afterwards: versions of prices, bills, the
-- finance of a team, the team of a charger, the price group of a connector (money.md 2.2, 2.5, 2.7).

-- States are those of the list (packages/base/src/states.ts), by its names; what decides goes by their codes. A text the
-- list does not know stays: whoever saves the address next is told, and no bill goes by it.
create temporary table state_spelling on commit drop as
select code, name, s as spelling from (values
  ('01', 'Jammu and Kashmir', 'jammuandkashmir jk jandk jammukashmir'),
  ('02', 'Himachal Pradesh', 'himachalpradesh hp himachal'),
  ('03', 'Punjab', 'punjab pb panjab'),
  ('04', 'Chandigarh', 'chandigarh ch'),
  ('05', 'Uttarakhand', 'uttarakhand uk ut ua uttaranchal uttrakhand'),
  ('06', 'Haryana', 'haryana hr hariyana'),
  ('07', 'Delhi', 'delhi dl newdelhi nctofdelhi nctdelhi delhinct delhincr nationalcapitalterritoryofdelhi'),
  ('08', 'Rajasthan', 'rajasthan rj'),
  ('09', 'Uttar Pradesh', 'uttarpradesh up'),
  ('10', 'Bihar', 'bihar br'),
  ('11', 'Sikkim', 'sikkim sk'),
  ('12', 'Arunachal Pradesh', 'arunachalpradesh ar arunachal'),
  ('13', 'Nagaland', 'nagaland nl'),
  ('14', 'Manipur', 'manipur mn'),
  ('15', 'Mizoram', 'mizoram mz'),
  ('16', 'Tripura', 'tripura tr'),
  ('17', 'Meghalaya', 'meghalaya ml'),
  ('18', 'Assam', 'assam as asom'),
  ('19', 'West Bengal', 'westbengal wb paschimbanga bengal'),
  ('20', 'Jharkhand', 'jharkhand jh'),
  ('21', 'Odisha', 'odisha od or orissa'),
  ('22', 'Chhattisgarh', 'chhattisgarh cg ct chattisgarh chhatisgarh chattisgadh chhattisgadh'),
  ('23', 'Madhya Pradesh', 'madhyapradesh mp'),
  ('24', 'Gujarat', 'gujarat gj gujrat'),
  ('26', 'Dadra and Nagar Haveli and Daman and Diu', 'dadraandnagarhavelianddamananddiu dh dd dn dnhdd dnh damananddiu dadraandnagarhaveli'),
  ('27', 'Maharashtra', 'maharashtra mh maharastra'),
  ('29', 'Karnataka', 'karnataka ka karnatak'),
  ('30', 'Goa', 'goa ga'),
  ('31', 'Lakshadweep', 'lakshadweep ld lakshadeep laccadives'),
  ('32', 'Kerala', 'kerala kl keralam'),
  ('33', 'Tamil Nadu', 'tamilnadu tn tamilnad'),
  ('34', 'Puducherry', 'puducherry py pondicherry'),
  ('35', 'Andaman and Nicobar Islands', 'andamanandnicobarislands an andamanandnicobar andamannicobar andamannicobarislands andamans'),
  ('36', 'Telangana', 'telangana tg ts telengana'),
  ('37', 'Andhra Pradesh', 'andhrapradesh ap ad andhra'),
  ('38', 'Ladakh', 'ladakh la')
) x (code, name, all_spellings), unnest(string_to_array(all_spellings, ' ')) s;
create function pg_temp.state_code(text) returns text language sql stable as $$
  select s.code from (select regexp_replace(replace(lower($1), '&', 'and'), '[^a-z]', '', 'g') as letters,
    case when btrim($1) ~ '^\d{1,2}$' then lpad(btrim($1), 2, '0') end as digits) t
  join state_spelling s on s.spelling in (t.letters, regexp_replace(t.letters, '^(stateof|unionterritoryof)|state$', ''))
    or s.code = case t.digits when '25' then '26' when '28' then '37' else t.digits end
  limit 1
$$;
create function pg_temp.state_name(text) returns text language sql stable as $$
  select coalesce((select name from state_spelling where code = pg_temp.state_code($1) limit 1), $1)
$$;
update team set state = pg_temp.state_name(state) where country = 'IN' and state is distinct from pg_temp.state_name(state);
update charger set state = pg_temp.state_name(state) where country = 'IN' and state is distinct from pg_temp.state_name(state);

-- Refuses to change or take away what is only added to.
create function is_for_good() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A price group that is deleted is hidden; its versions, and the sessions billed by them, stay.
alter table price_group add deleted_at timestamptz;

-- A change, also of a version that is to come, is a new version. Of two that hold from the same moment on, the one made
-- later counts; the order of their ids decides between two of one transaction.
alter table price_group_version
  drop constraint price_group_version_price_group_id_valid_from_key,
  drop constraint price_group_version_price_group_id_fkey,
  add foreign key (price_group_id) references price_group,
  add made_at timestamptz;
update price_group_version set made_at = least(valid_from, now());
alter table price_group_version alter made_at set not null, alter made_at set default clock_timestamp();
create index price_group_version_held on price_group_version (price_group_id, valid_from desc, made_at desc, price_version_id desc);
create trigger price_version_is_for_good before update or delete on price_group_version
  for each row execute function is_for_good();
create trigger price_versions_are_for_good before truncate on price_group_version execute function is_for_good();

-- The finance of a team as it stood from a moment on: what its form saved, what billing takes from that, and the GST number
-- and business name of its first payout account, by which it is the supplier of a session.
create table team_finance_history (
  history_id bigint generated always as identity primary key,
  team_id integer not null references team on delete cascade,
  since timestamptz not null,
  tax_ppm integer not null,
  transaction_ppm integer not null,
  pg_charges_bearer text not null check (pg_charges_bearer in ('EV', 'CPO')),
  commission_ppm integer not null,
  commission_paise_per_kwh bigint not null,
  settlement_percentage numeric(5, 2) not null,
  -- null: none saved yet, the two percents of the company held.
  finance jsonb,
  gstin text,
  business_name text
);
create index team_finance_history_held on team_finance_history (team_id, since desc, history_id desc);

-- Commissions of before, each until the change that ended it; everything else is known of the present alone. The GST number
-- that only the making of a team could set was the supplier's.
with spans as (
  select t.id, t.created_at as since, c.commission_ppm, c.commission_paise_per_kwh, 0 as n
  from team t cross join lateral (select * from team_commission c where c.team_id = t.id order by c.until limit 1) c
  union all
  select c.team_id, c.until, coalesce(lead(c.commission_ppm) over w, t.commission_ppm),
    coalesce(lead(c.commission_paise_per_kwh) over w, t.commission_paise_per_kwh), row_number() over w
  from team_commission c join team t on t.id = c.team_id window w as (partition by c.team_id order by c.until)
  union all
  select t.id, t.created_at, t.commission_ppm, t.commission_paise_per_kwh, 0 from team t
  where not exists (select from team_commission c where c.team_id = t.id)
)
insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
  commission_paise_per_kwh, settlement_percentage, finance, gstin, business_name)
select t.id, s.since, t.tax_ppm, t.transaction_ppm, t.pg_charges_bearer, s.commission_ppm, s.commission_paise_per_kwh,
  t.settlement_percentage, t.finance, coalesce(a.gst, t.gstin),
  case when a.gst is not null then a.business_name when t.gstin is not null then t.name end
from spans s join team t on t.id = s.id
left join lateral (select gst, business_name from payout_account a where a.team_id = t.id and not a.of_company
  order by a.payout_detail_id limit 1) a on true
order by t.id, s.since, s.n;

-- Which team a charger stood in, from when on; null from its deletion on.
create table charger_team_history (
  history_id bigint generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  team_id integer references team,
  since timestamptz not null
);
create index charger_team_history_held on charger_team_history (chargepoint_pk, since desc, history_id desc);
create index charger_team_history_of on charger_team_history (team_id);
insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, team_id, created_at from charger order by 1;
insert into charger_team_history (chargepoint_pk, team_id, since)
select chargepoint_pk, null, deleted_at from charger where deleted_at is not null order by 1;

-- Which price group a connector had, from when on; null: none.
create table connector_price_history (
  history_id bigint generated always as identity primary key,
  chargepoint_pk integer not null references charger on delete cascade,
  connector_id integer not null,
  price_group_id integer references price_group,
  since timestamptz not null
);
create index connector_price_history_held on connector_price_history (chargepoint_pk, connector_id, since desc, history_id desc);
insert into connector_price_history (chargepoint_pk, connector_id, price_group_id, since)
select n.chargepoint_pk, n.connector_id, n.price_group_id, c.created_at
from connector n join charger c using (chargepoint_pk) order by 1, 2;

-- Whoever changes a charger or a connector writes these lines with it. What comes about without, as a connector that a
-- charger spoke of first, is written at the commit: where the line written last says something else.
create function charger_team_told() returns trigger language plpgsql as $$
begin
  insert into charger_team_history (chargepoint_pk, team_id, since)
  select c.chargepoint_pk, c.held, now() from (select chargepoint_pk, case when deleted_at is null then team_id end as held
    from charger where chargepoint_pk = new.chargepoint_pk) c
  left join lateral (select history_id, team_id from charger_team_history l where l.chargepoint_pk = c.chargepoint_pk
    order by history_id desc limit 1) l on true
  where l.history_id is null or l.team_id is distinct from c.held;
  return null;
end $$;
create constraint trigger charger_team_told after insert or update of team_id, deleted_at on charger
  deferrable initially deferred for each row execute function charger_team_told();
create function connector_price_told() returns trigger language plpgsql as $$
begin
  insert into connector_price_history (chargepoint_pk, connector_id, price_group_id, since)
  select n.chargepoint_pk, n.connector_id, n.price_group_id, now() from connector n
  left join lateral (select history_id, price_group_id from connector_price_history l
    where l.chargepoint_pk = n.chargepoint_pk and l.connector_id = n.connector_id
    order by history_id desc limit 1) l on true
  where n.connector_pk = new.connector_pk
    and (l.history_id is null or l.price_group_id is distinct from n.price_group_id);
  return null;
end $$;
create constraint trigger connector_price_told after insert or update of price_group_id on connector
  deferrable initially deferred for each row execute function connector_price_told();

-- What a bill was made with, frozen with it. Of bills of before, what is known.
alter table bill
  add energy_wh bigint,
  add supplier_name text,
  add supplier_gstin text,
  add supplier_state text,
  add supplier_address text,
  add tax_ppm integer,
  add gateway_ppm integer,
  add pg_charges_bearer text,
  add hold_paise bigint,
  add overrun_paise bigint not null default 0,
  add commission_ppm integer,
  add commission_paise_per_kwh bigint;
update bill b set energy_wh = coalesce((b.facts ->> 'energyWh')::bigint, t.energy_wh),
  supplier_name = m.name, supplier_gstin = m.gstin,
  supplier_state = coalesce(pg_temp.state_code(left(m.gstin, 2)), pg_temp.state_code(m.state), pg_temp.state_code(co.state)),
  place_of_supply = pg_temp.state_code(b.place_of_supply),
  tax_ppm = (v.content ->> 'taxPpm')::int,
  gateway_ppm = case when t.payment_type in ('CARD', 'UPI', 'WALLET') then (v.content ->> 'transactionPpm')::int else 0 end,
  pg_charges_bearer = v.content ->> 'pgChargesBearer',
  overrun_paise = coalesce((b.facts ->> 'overrunPaise')::bigint, 0),
  commission_ppm = f.commission_ppm, commission_paise_per_kwh = f.commission_paise_per_kwh
from transaction t join team m on m.id = t.team_id join team co on co.id = t.company_id
left join price_group_version v on v.price_version_id = t.price_version_id
left join lateral (select * from team_finance_history f where f.team_id = t.team_id
  order by f.since <= t.started_at desc, case when f.since <= t.started_at then f.since end desc, f.since,
    f.history_id desc limit 1) f on true
where t.transaction_id = b.transaction_id;
update bill set energy_wh = coalesce((facts ->> 'energyWh')::bigint, 0) where energy_wh is null;
alter table bill alter energy_wh set not null;
create trigger bill_is_for_good before update or delete on bill for each row execute function is_for_good();
create trigger bills_are_for_good before truncate on bill execute function is_for_good();

-- A later change of a bill is a new version; the highest one is what a session's driver owes.
create view current_bill as select distinct on (transaction_id) * from bill order by transaction_id, version desc;

-- Was set by no screen, and is what team_finance_history says of the first payout account now.
alter table team drop column gstin;
drop table team_commission;
