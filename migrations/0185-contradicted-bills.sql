-- concurrently
-- What comes after a bill and contradicts it opens one review of the session, however many readings come.
drop index concurrently if exists session_review_contradicted;
create unique index concurrently session_review_contradicted on session_review (transaction_id)
  where decided_at is null and reason = 'Readings contradict the bill';
