-- Who a charge point is and how it is let in: identities that cannot be mistaken for each other, keys and security
-- profiles that change over OCPP without locking anybody out, a serial number entered by hand (D-OCPP-1, D-OCPP-9).

-- An identity as it is compared: without case, width, invisible characters and needless spaces.
create function charger_identity(id text) returns text language sql immutable strict parallel safe
return lower(btrim(regexp_replace(
  regexp_replace(normalize(id, nfkc),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]',
    '', 'g'),
  '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g')));

-- True for records that stood before this rule and read like an older one: they work on, and their note says so.
alter table charger add shares_identity boolean not null default false;
update charger c set shares_identity = true,
  note = concat_ws(e'\n', nullif(c.note, ''), 'The ID differs from that of charge point "' || x.first_id
    || '" only in case, width or spaces. Please give one of the two another ID.')
from (
  select chargepoint_pk, first_value(chargepoint_id) over w as first_id, row_number() over w as place
  from charger where deleted_at is null
  -- The protected record is the first; then the one somebody entered; then the older.
  window w as (partition by charger_identity(chargepoint_id)
    order by coalesce(security_profile, 0) desc, note = 'Newly registered', chargepoint_pk)) x
where x.chargepoint_pk = c.chargepoint_pk and x.place > 1;
create unique index charger_identity_live on charger (charger_identity(chargepoint_id))
  where deleted_at is null and not shares_identity;

-- Entered by hand; what a boot tells stays in charger_state.charge_point_serial.
alter table charger add serial_number text;
-- A higher profile that the charger may have taken: its first connection by it makes it the charger's profile.
alter table charger add next_security_profile smallint check (next_security_profile between 1 and 3);

-- Keys on their way to a charger, which opens with them as well as with charger.key_hash until it is known which it has.
-- sent: the answer is awaited; unknown: none came; reboot: taken, in use after the charger's next start.
create table charger_next_key (
  chargepoint_pk integer not null references charger on delete cascade,
  key_hash text not null,
  state text not null check (state in ('sent', 'unknown', 'reboot')),
  at timestamptz not null,
  primary key (chargepoint_pk, key_hash)
);
