-- What was corrected before of a charger's settled sessions: few lines of many.
create index payout_line_corrects on payout_line (chargepoint_pk) where prior_version is not null;
