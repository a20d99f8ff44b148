-- Tags that a charger asked about and that nobody has made: one row for a tag at a charger, however often it is refused.
create table unknown_tag (
  chargepoint_pk integer not null references charger on delete cascade,
  id_tag text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  refused bigint not null
);
-- Texts compare without regard to case (D-OCPP-3).
create unique index unknown_tag_place on unknown_tag (chargepoint_pk, lower(id_tag));
create index unknown_tag_last on unknown_tag (last_at desc);
create index ocpp_tag_company on ocpp_tag (company_id) where deleted_at is null;
