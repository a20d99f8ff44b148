-- A review keeps another card beside the register that contradicts the bill, so that neither displaces the other.
-- few rows: reviews of this reason exist since the migration before.
update session_review set detail = (detail - 'came') || jsonb_build_object('card', detail -> 'came')
where reason = 'Readings contradict the bill' and detail -> 'came' ->> 'what' = 'card';
