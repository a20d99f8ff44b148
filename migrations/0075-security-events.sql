-- Security events are shown on the charger: where each came from, and what the charger's own clock said where that was wrong.
-- The product itself notes the requests for certificates and the connections that it refused; those end with the address of
-- the caller in brackets.
alter table security_event
  add column source text not null default 'charger' check (source in ('charger', 'server')),
  add column told_at timestamptz;
update security_event set source = 'server'
where type = 'SigningRequestRefused'
  or type in ('FailedToAuthenticateAtCentralSystem', 'InvalidTLSVersion', 'InvalidChargePointCertificate')
    and tech_info ~ ' \([0-9a-fA-F.:]+\)$';
create index security_event_received on security_event (received_at);
