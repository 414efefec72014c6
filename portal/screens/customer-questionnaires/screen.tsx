import { useState } from 'preact/hooks'
import { plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { Meter } from '../../parts/chart.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useRoleReason } from '../../session.ts'
import { type Customer, CustomerFrame } from '../customer/frame.tsx'
import { RemindButton } from '../customer/remind-button.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { type Asked, answerWords, mailWords, type Question, type Questionnaire, stateOf } from './words.ts'

/** What people are asked about a customer, who was asked, and what they answered. */
export default function CustomerQuestionnaires() {
  return (
    <CustomerFrame
      tab="/customers/:id/questionnaires"
      call={(id) => ({ title: 'Read a questionnaire', path: `/customers/${id}/questionnaires/essential-eight` })}
    >
      {(customer) => <Questionnaires customer={customer} />}
    </CustomerFrame>
  )
}

function Questionnaires({ customer }: { customer: Customer }) {
  const { values, set } = useSearch()
  const products = useRead('/partner/products')
  return (
    <Loaded read={products}>
      {({ products }) => {
        const ids = products.map(({ id }) => id)
        const product = ids.find((id) => id === values.product) ?? ids[0]
        if (product === undefined) return <EmptyState title="The plan includes no framework" />
        return (
          <>
            {ids.length > 1 && (
              <Select
                label="Framework"
                value={product}
                onChange={(product) => set({ product })}
                options={ids.map((id) => ({ value: id, label: frameworkName(id) }))}
              />
            )}
            <People customer={customer} product={product} />
            <Questions key={product} customerId={customer.id} product={product} />
          </>
        )
      }}
    </Loaded>
  )
}

/** Who was asked by email, whether the email arrived, and how much each has answered. */
function People({ customer, product }: { customer: Customer; product: string }) {
  const { id, questionnaireRecipients } = customer
  const read = useRead('/partner/customers/:id/asked', { params: { id } })
  return (
    <Card
      title="People who are asked"
      actions={
        read.data?.people.some((each) => each.product === product) && <RemindButton customerId={id} product={product} />
      }
    >
      <Loaded read={read}>
        {({ people }) => {
          const asked = people.filter((each) => each.product === product)
          if (asked.length > 0)
            return <Table caption="People who are asked" columns={PEOPLE} rows={asked} rowKey={({ email }) => email} />
          return (
            <p class="soft">
              {questionnaireRecipients.length === 0
                ? 'The customer has no questionnaire recipients. Add some, or answer the questions here.'
                : `${questionnaireRecipients.join(', ')} will be asked when the next run starts.`}
            </p>
          )
        }}
      </Loaded>
    </Card>
  )
}

const PEOPLE: readonly Column<Asked>[] = [
  {
    id: 'email',
    header: 'Person',
    isName: true,
    isLong: true,
    cell: ({ email, invitedBy }) => (
      <>
        {email}
        {invitedBy !== undefined && <p class="soft small">asked by {invitedBy}</p>}
      </>
    ),
  },
  {
    id: 'mail',
    header: 'Last email',
    cell: (asked) => {
      const { tone, words } = mailWords(asked)
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          {asked.mail?.error !== undefined && <p class="soft small">{asked.mail.error}</p>}
        </>
      )
    },
  },
  { id: 'asked', header: 'Asked', cell: ({ askedAt }) => <Time at={askedAt} /> },
  { id: 'due', header: 'Due', cell: ({ dueAt }) => <Time at={dueAt} /> },
  { id: 'reminders', header: 'Reminders', align: 'end', cell: ({ reminders }) => reminders },
  { id: 'opened', header: 'Opened', cell: ({ openedAt }) => <Time at={openedAt} /> },
  {
    id: 'answered',
    header: 'Answered',
    cell: ({ answered, answeredAt }) =>
      answered === 0 ? (
        <span class="soft">Nothing yet</span>
      ) : (
        <>
          {plural(answered, 'question')}, <Time at={answeredAt} />
        </>
      ),
  },
]

function Questions({ customerId, product }: { customerId: string; product: string }) {
  const read = useRead('/partner/customers/:id/questionnaires/:product', { params: { id: customerId, product } })
  const [asked, setAsked] = useState<Question>()
  const roleReason = useRoleReason('technician')
  return (
    <Loaded read={read} lines={8}>
      {(questionnaire) => (
        <>
          <Progress questionnaire={questionnaire} />
          {questionnaire.sections.map(({ id, title, questions }) => (
            <Card key={id} title={title}>
              <Table
                caption={title}
                columns={columnsOf(setAsked, roleReason)}
                rows={questions}
                rowKey={(question) => question.id}
              />
            </Card>
          ))}
          {asked && (
            <AnswerDialog
              customerId={customerId}
              product={product}
              question={asked}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Progress({ questionnaire: { progress, open } }: { questionnaire: Questionnaire }) {
  const words = `${progress.answered} of ${plural(progress.of, 'question')} answered`
  return (
    <Card title="Progress" actions={open === 0 && <Badge tone="good">Complete</Badge>}>
      <div class="stack">
        <p class="figure">
          <strong>{open}</strong>
          <span class="soft">open</span>
        </p>
        <Meter value={progress.answered} max={progress.of} words={words} />
        <p class="soft small">{words}. An answer counts for 12 months.</p>
      </div>
    </Card>
  )
}

/** Questions about what there is have ids of our own; all others have the id of their control. */
const isScope = (id: string): boolean => id.startsWith('scope-')

function columnsOf(
  onAnswer: (question: Question) => void,
  roleReason: string | undefined,
): readonly Column<Question>[] {
  return [
    {
      id: 'question',
      header: 'Question',
      isName: true,
      cell: (question) => (
        <>
          {question.text}
          {!isScope(question.id) && <p class="soft small">{question.id}</p>}
          {question.contradiction !== undefined && <p class="small">{question.contradiction}</p>}
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (question) => {
        const { tone, words } = stateOf(question)
        return <Badge tone={tone}>{words}</Badge>
      },
    },
    {
      id: 'answer',
      header: 'Answer',
      cell: (question) => {
        const { current, suggestion } = question
        if (current)
          return (
            <>
              {answerWords(question)}
              <p class="soft small">
                {current.author.kind === 'recipient' ? current.author.id : 'By your team'},{' '}
                <Time at={current.answeredAt} />
              </p>
            </>
          )
        return suggestion ? <span class="soft">{suggestion.because}</span> : <span class="soft">–</span>
      },
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      narrow: true,
      cell: (question) => (
        <Button
          size="small"
          label={`Answer ${question.id}`}
          disabledReason={roleReason}
          onClick={() => onAnswer(question)}
        >
          Answer
        </Button>
      ),
    },
  ]
}
