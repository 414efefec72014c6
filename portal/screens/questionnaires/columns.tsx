import { plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { mailWords } from '../customer-questionnaires/words.ts'
import { type Questionnaire, stateOf, whyNotReminded } from './words.ts'

export interface ColumnOptions {
  /** Why the person may not remind anybody. */
  disabledReason: string | undefined
  onRemind: (questionnaire: Questionnaire) => void
}

/** The columns of the list of questionnaires. */
export function columnsOf({ disabledReason, onRemind }: ColumnOptions): readonly Column<Questionnaire>[] {
  return [
    {
      id: 'customer',
      header: 'Customer',
      isName: true,
      cell: ({ customerId, customerName, product }) => (
        <>
          <Link to="/customers/:id/questionnaires" params={{ id: customerId }} query={{ product }}>
            {customerName}
          </Link>
          <p class="soft small">{frameworkName(product)}</p>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (questionnaire) => {
        const { tone, words } = stateOf(questionnaire, new Date())
        const { answeredAt, dueAt } = questionnaire
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            <p class="soft small">
              {answeredAt === undefined ? (
                <>
                  Due <Time at={dueAt} />
                </>
              ) : (
                <Time at={answeredAt} />
              )}
            </p>
          </>
        )
      },
    },
    {
      id: 'people',
      header: 'Who is asked',
      isLong: true,
      cell: (questionnaire) => <People questionnaire={questionnaire} />,
    },
    {
      id: 'asked',
      header: 'Asked',
      cell: ({ askedAt, reminders }) => (
        <>
          <Time at={askedAt} />
          {reminders > 0 && <p class="soft small">{plural(reminders, 'reminder')}</p>}
        </>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (questionnaire) => (
        <Button
          size="small"
          label={`Remind people of ${questionnaire.customerName}, ${frameworkName(questionnaire.product)}`}
          disabledReason={disabledReason ?? whyNotReminded(questionnaire)}
          onClick={() => onRemind(questionnaire)}
        >
          Remind
        </Button>
      ),
    },
  ]
}

/** Everybody who is asked, with what became of the email, and how far the person is. */
function People({ questionnaire: { people } }: { questionnaire: Questionnaire }) {
  if (people.length === 0) return <span class="soft">The emails are on their way.</span>
  return (
    <ul class="asked-people">
      {people.map((person) => (
        <li key={person.email}>
          {person.email}
          <PersonState person={person} />
        </li>
      ))}
    </ul>
  )
}

function PersonState({ person }: { person: Questionnaire['people'][number] }) {
  const { mail, openedAt, answered, answeredAt } = person
  if (answered > 0)
    return (
      <p class="soft small">
        Answered {plural(answered, 'question')}, last <Time at={answeredAt} />
      </p>
    )
  if (mail?.status === 'failed')
    return (
      <p class="small">
        <Badge tone="bad">{mailWords(person).words}</Badge> {mail.error}
      </p>
    )
  if (openedAt !== undefined)
    return (
      <p class="soft small">
        Opened <Time at={openedAt} />, nothing answered yet
      </p>
    )
  return <p class="soft small">{mail?.status === 'sent' ? 'Email sent, not opened' : mailWords(person).words}</p>
}
