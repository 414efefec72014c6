import { sql } from 'kysely'

/** Whether somebody got, opened and answered an invitation: joins for rows called `invitation` and `recipient`. */

/** The last invitation or reminder to the recipient, as the row called `mail`. */
export const lastMail = sql`left join lateral (
  select status, sent_at, last_error from mails
  where customer_id = invitation.customer_id and lower(mails.recipient) = lower(recipient.email)
    and kind in ('questionnaire-invitation', 'questionnaire-reminder')
  order by created_at desc, id desc limit 1) as mail on true`

/** When the recipient last opened a link and asked for a code, as the row called `opened`. */
export const lastOpened = sql`cross join lateral (
  select max(created_at) as at from mails
  where customer_id = invitation.customer_id and lower(mails.recipient) = lower(recipient.email)
    and kind = 'questionnaire-code') as opened`

/** How many questions of the product the recipient has answered, and when last, as the row called `answered`. */
export const ownAnswers = sql`cross join lateral (
  select count(distinct question) as n, max(answered_at) as at from answers
  where customer_id = invitation.customer_id and product = invitation.product
    and author_kind = 'recipient' and lower(author_id) = lower(recipient.email)) as answered`
