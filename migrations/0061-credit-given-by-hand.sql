-- Which teams ever gave credit by hand: few postings of many.
create index posting_credit on posting (posting_id) where kind = 'credit';
