-- two versions: 0103, an earlier version shows no lines of bills in the short form
-- Lines and facts of bills in a short form, values without the names that each bill repeats
-- (docs/decisions/0052-bills-posted-in-batches.md, features/charging/billing/bill-pack.rules.ts). Bills of before stay as they
-- are. A version that runs already does not read the short form: it is written once none of those runs any more.
alter table bill add column packed_lines json, add column packed_facts json,
  alter column lines drop not null, alter column facts drop not null,
  add constraint bill_has_lines check (num_nulls(lines, packed_lines) = 1 and num_nulls(facts, packed_facts) = 1) not valid;

create function bill_lines(packed json) returns jsonb language sql immutable strict parallel safe
return (select coalesce(jsonb_agg(jsonb_build_object('kind', k.words[1], 'label', k.words[2], 'unit', k.words[3],
    'rateUnit', k.words[4], 'quantity', l.line -> 1, 'ratePaise', l.line -> 2, 'amountPaise', l.line -> 3,
    'slots', (select coalesce(jsonb_agg(s.slot order by s.place), '[]')
      from json_array_elements(l.line) with ordinality s (slot, place) where s.place > 4)) order by l.place), '[]')
  from json_array_elements(packed) with ordinality l (line, place)
  -- No line at all for a number that is not here, which only a later version writes: an error, never another bill.
  cross join lateral (select case (l.line ->> 0)::int
    when 0 then array['energy', 'Energy', 'Wh', 'kWh']
    when 1 then array['time', 'Time', 's', 'hour']
    when 2 then array['fixedFeeStarting', 'Start fee', 'once', 'once']
    when 3 then array['fixedFeeCharging', 'Charging fee', 'once', 'once']
    when 4 then array['minuteFeeCharging', 'Charging minutes', 's', 'minute']
    when 5 then array['idealFeeFullyCharged', 'Idle minutes', 's', 'minute']
    when 6 then array['noPrice', 'No price', 's', 'hour']
    when 7 then array['notCharged', 'Not charged', 'once', 'once']
    else ('unknown kind of line ' || (l.line ->> 0))::text[] end as words) k);

create function bill_facts(packed json) returns jsonb language sql immutable strict parallel safe
return jsonb_build_object('insideState', (packed ->> 0)::int = 1, 'seconds', packed -> 1, 'idleSeconds', packed -> 2,
  'droppedSamples', packed -> 3, 'notChargedPaise', packed -> 4,
  'pieces', (select coalesce(jsonb_agg(jsonb_build_object('slot', p.piece -> 0,
      'fromAt', to_char(to_timestamp((p.piece ->> 1)::bigint) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'),
      'energyWh', p.piece -> 2, 'seconds', p.piece -> 3, 'idleSeconds', p.piece -> 4, 'chargingSeconds', p.piece -> 5)
      order by p.place), '[]')
    from json_array_elements(packed -> 5) with ordinality p (piece, place)),
  'borders', (select coalesce(jsonb_agg(jsonb_build_object(
      'at', to_char(to_timestamp((b.border ->> 0)::bigint) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'),
      'registerWh', b.border -> 1,
      'mark', (array['measured', 'interpolated', 'without samples'])[(b.border ->> 2)::int + 1]) order by b.place), '[]')
    from json_array_elements(packed -> 6) with ordinality b (border, place)));

-- Bills with their lines and facts, whatever form they are stored in.
create or replace view current_bill as select distinct on (transaction_id)
  transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
  gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
  place_of_supply, coalesce(lines, bill_lines(packed_lines)) as lines, coalesce(facts, bill_facts(packed_facts)) as
  facts, energy_wh, supplier_name, supplier_gstin, supplier_state, supplier_address, tax_ppm, gateway_ppm,
  pg_charges_bearer, hold_paise, overrun_paise, commission_ppm, commission_paise_per_kwh
from bill order by transaction_id, version desc;
