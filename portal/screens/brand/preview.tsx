import { useEffect, useRef, useState } from 'preact/hooks'
import { Framed } from '../../parts/framed.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { type Draft, isColour } from './draft.ts'

const FRAME = 'brand-preview'
const TYPING_MS = 400

const PAGES = [
  { id: 'report', label: 'Report', title: 'Preview of a report' },
  { id: 'email', label: 'Email', title: 'Preview of an email' },
  { id: 'questionnaire', label: 'Questionnaire', title: 'Preview of a questionnaire' },
  { id: 'approval', label: 'Approval', title: 'Preview of the page where customers approve you' },
] as const
type PageId = (typeof PAGES)[number]['id']

/**
 * What customers see in this look; nobody else sees the previews. The form posts the draft into the frame. Each time it is a new
 * frame, because the pages of a frame would fill the history of the window.
 */
export function Preview({ draft }: { draft: Draft }) {
  const form = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState<PageId>('report')
  const [shown, setShown] = useState({ draft, number: 0 })
  useEffect(() => {
    if (draft === shown.draft || !isColour(draft.colour)) return
    const timer = setTimeout(() => setShown({ draft, number: shown.number + 1 }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => form.current?.submit(), [shown, current])
  const { name, colour, timeZone, locale, logo, email, phone, website } = shown.draft
  const title = PAGES.find(({ id }) => id === current)?.title ?? ''
  return (
    <section class="preview" aria-label="Preview">
      <form ref={form} method="post" action="/brand/preview" target={FRAME} hidden>
        <input type="hidden" name="page" value={current} />
        <input type="hidden" name="name" value={name.trim()} />
        <input type="hidden" name="colour" value={colour} />
        <input type="hidden" name="timeZone" value={timeZone} />
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="contactEmail" value={email.trim()} />
        <input type="hidden" name="contactPhone" value={phone.trim()} />
        <input type="hidden" name="contactWebsite" value={website.trim()} />
        <input type="hidden" name="logoType" value={logo?.type ?? ''} />
        <input type="hidden" name="logoData" value={logo?.data ?? ''} />
      </form>
      <Tabs label="Preview" tabs={PAGES} current={current} onChange={setCurrent}>
        <Framed key={`${current} ${shown.number}`} class="preview-frame" name={FRAME} title={title} />
      </Tabs>
    </section>
  )
}
