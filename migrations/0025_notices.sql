-- What accounts and people are to be notified of by mail, each with the job that queues the mails. A row is written with
-- the change that it is about and deleted with the queueing of its mails. It has no foreign keys: they would lock the
-- customer in transactions that have locked something of it already. Retention deletes those of deleted customers.
create table notices (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  kind text not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  customer_id text collate "C",
  -- In the shape that the kind has in src/features/notices/schema.ts. It holds ids rather than names and addresses.
  content jsonb not null
);
create index notices_by_customer on notices (customer_id) where customer_id is not null;

-- Jobs that wait for a worker name the audit row that they are about. Those that were given up stay as they are.
do $$
declare
  waiting record;
  row_author jsonb;
  notice_kind text;
  notice_content jsonb;
  notice_id bigint;
begin
  -- The job engine makes its tables after these migrations: a new database has none yet.
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  for waiting in
    select job.id as job_id, change.*,
      exists (select from mails where mails.change_id = change.id) as is_done
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    left join audit as change on change.id = (job.payload ->> 'changeId')::bigint
    where task.identifier = 'notify' and job.payload ->> 'changeId' is not null and job.attempts < job.max_attempts
    order by job.id
  loop
    row_author := jsonb_strip_nulls(
      jsonb_build_object('kind', waiting.author_kind, 'id', waiting.author_id, 'address', waiting.address));
    notice_kind := case waiting.action
      when 'partner.created' then 'partner-invited'
      when 'partner.invited' then 'partner-invited'
      when 'assessment.completed' then 'report-ready'
      when 'approval.missing' then 'approval-missing'
      when 'key.created' then 'key-created'
      when 'key.revoked' then 'key-revoked'
      when 'plan.changed' then 'plan-changed'
      when 'webhook.failing' then 'webhook-failing'
      when 'questionnaire.invited' then 'questionnaire-invited'
      when 'questionnaire.shared' then 'questionnaire-invited'
      when 'questionnaire.reminded' then 'questionnaire-reminded'
      when 'questionnaire.answered' then 'questionnaire-answered'
      when 'code.requested' then 'code-requested'
    end;
    if waiting.is_done or notice_kind is null then
      -- Its mails are queued, or the audit row is gone.
      delete from graphile_worker._private_jobs where id = waiting.job_id;
      continue;
    end if;
    notice_content := jsonb_strip_nulls(case notice_kind
      when 'partner-invited' then jsonb_build_object('partnerId', waiting.subject, 'author', row_author)
      when 'report-ready' then jsonb_build_object('partnerId', waiting.partner_id, 'runId', waiting.subject,
        'customerId', waiting.after -> 'customerId')
      when 'approval-missing' then jsonb_build_object('partnerId', waiting.partner_id, 'customerId', waiting.subject,
        'tenantId', waiting.after -> 'tenantId', 'runId', waiting.after -> 'runId')
      when 'key-created' then jsonb_build_object('accountId', waiting.subject, 'author', row_author,
        'slot', waiting.after -> 'slot', 'prefix', waiting.after -> 'prefix', 'last4', waiting.after -> 'last4')
      when 'key-revoked' then jsonb_build_object('accountId', waiting.subject, 'author', row_author,
        'slot', waiting.after -> 'slot', 'prefix', waiting.after -> 'prefix', 'last4', waiting.after -> 'last4',
        'reason', waiting.after -> 'reason')
      when 'plan-changed' then jsonb_build_object('partnerId', waiting.partner_id, 'author', row_author,
        'before', jsonb_build_object('plan', waiting.before -> 'plan', 'billing', waiting.before -> 'billing',
          'currency', waiting.before -> 'currency'),
        'after', jsonb_build_object('plan', waiting.after -> 'plan', 'billing', waiting.after -> 'billing',
          'currency', waiting.after -> 'currency'))
      when 'webhook-failing' then jsonb_build_object('accountId', waiting.after -> 'accountId',
        'webhookId', waiting.subject, 'url', waiting.after -> 'url', 'failingSince', waiting.after -> 'failingSince',
        'lastDeliveredAt', waiting.after -> 'lastDeliveredAt', 'pending', waiting.after -> 'pending',
        'failed', waiting.after -> 'failed')
      else jsonb_build_object('partnerId', waiting.partner_id, 'customerId', waiting.after -> 'customerId',
        'invitationId', waiting.subject, 'recipientId', waiting.after -> 'recipientId',
        'answered', waiting.after -> 'answered', 'of', waiting.after -> 'of')
    end);
    insert into notices (created_at, kind, partner_id, distributor_id, customer_id, content)
      values (waiting.occurred_at, notice_kind, waiting.partner_id, waiting.distributor_id, waiting.customer_id, notice_content)
      returning id into notice_id;
    update graphile_worker._private_jobs
      set payload = json_build_object('noticeId', notice_id), key = 'notice-' || notice_id
      where id = waiting.job_id;
  end loop;
end $$;

-- A notice ends in the transaction that queues its mails: nothing needs to find mails by their change.
alter table mails
  -- Of a report mail its run, of a questionnaire mail its invitation: read when the mail is written.
  add column about_id text collate "C";
update mails set about_id = audit.subject from audit
  where audit.id = mails.change_id and mails.kind in ('report-ready', 'questionnaire-invitation', 'questionnaire-reminder');
alter table mails drop column change_id;
