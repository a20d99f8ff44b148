-- When the charger was asked last to renew the certificate; null while it was not.
alter table charger_certificate add renewal_asked_at timestamptz;
create index charger_certificate_expiry on charger_certificate (expires_at);
