-- A charger that a campaign never sent, because the campaign was cancelled, was not given up: it counts apart.
alter table firmware_campaign_charger drop constraint firmware_campaign_charger_state_check;
alter table firmware_campaign_charger add constraint firmware_campaign_charger_state_check
  check (state in ('Queued', 'Waiting for session', 'Sent', 'Downloading', 'Downloaded', 'Installing', 'Installed', 'Verified',
    'Failed', 'Given up', 'Not sent')) not valid;
-- few rows: chargers of cancelled campaigns that were never sent.
update firmware_campaign_charger i set state = 'Not sent' from firmware_campaign m
  where m.campaign_id = i.campaign_id and m.state = 'Cancelled' and i.state = 'Given up' and i.attempt = 0 and i.sent_at is null
    and i.reason = 'The campaign was cancelled';

-- A maintenance whose times were corrected keeps those that were planned.
alter table maintenance_window add column corrected_at timestamptz, add column was_from timestamptz, add column was_to timestamptz;
