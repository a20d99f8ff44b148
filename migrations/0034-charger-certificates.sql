-- Certificates issued to chargers that asked for one by SignCertificate (D-OCPP-9). The certificate is public; the key of the
-- authority is the installation's secret, in `setting`.
create table charger_certificate (
  id bigint generated always as identity primary key,
  chargepoint_pk integer not null,
  company_id integer not null,
  common_name text not null,
  -- SHA-256 of the signing request.
  request_hash text not null,
  serial_number text not null unique,
  -- PEM, with those of the authorities above it behind it.
  certificate text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  task_id text not null
);
create index charger_certificate_charger on charger_certificate (chargepoint_pk, issued_at desc);
