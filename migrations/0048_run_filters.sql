-- Lists of runs by the time of their end, and by a status that few runs have. Nearly all runs are completed: those are read
-- in the order of the list, and unfinished ones have an index already.
create index runs_by_end on runs (partner_id, completed_at) where completed_at is not null;
create index runs_without_result on runs (partner_id, status, created_at desc, id desc)
  where status in ('failed', 'canceled');
