import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SheetInput } from '../../src/features/reports/quarterly/content/input.ts'
import { rowsOf } from '../../src/features/reports/quarterly/content/rows.ts'
import type { SheetContent } from '../../src/features/reports/quarterly/content/shapes.ts'
import { composeSheet } from '../../src/features/reports/quarterly/content/sheet.ts'
import { drawCourse } from '../../src/features/reports/quarterly/content/trend.ts'
import { sampleResult } from './sample.ts'
import { changed, findingsIn, pointAt, repaired, sampleSheetInput } from './sample-sheet.ts'
import { tenantReports } from './tenant-reports.ts'

const reports = await tenantReports()

const before = sampleResult('mixed')
const [first = '', second = '', third = ''] = findingsIn(before)

const countOf = (content: SheetContent, label: string): number | undefined =>
  content.figures.find((figure) => figure.label === label)?.count

const titlesOf = ({ entries }: SheetContent['done']): string[] => entries.map(({ title }) => title)

test('a sheet shows what was fixed, what is new, what is open and what is unknown', () => {
  const result = changed(repaired(before, first, second), {
    'ISM-1000': { verdict: 'ineffective', severity: 'critical' },
  })
  const end = pointAt('2026-09-12', result)
  const [course] = sampleSheetInput().courses
  assert.ok(course)
  const content = composeSheet(sampleSheetInput({ courses: [{ ...course, end }] }))
  assert.ok(!findingsIn(before).includes('ISM-1000'), 'it is new')
  const open = findingsIn(before).length - 2 + 1
  assert.equal(
    content.conclusion,
    `2 weaknesses were fixed in this quarter, and 1 was newly found. ${open} weaknesses are left, 1 of them critical.`,
  )
  assert.deepEqual(
    ['Fixed', 'Newly found', 'Still open'].map((label) => countOf(content, label)),
    [2, 1, open],
  )
  const unknown = before.requirements.filter(
    ({ verdict, levels }) => levels.includes(2) && ['no_visibility', 'not_licensed', 'not_assessed'].includes(verdict),
  )
  assert.equal(countOf(content, 'Not known'), unknown.length)
  assert.equal(content.about, 'July to September 2026')
  assert.deepEqual(content.courses[0]?.start?.words, 'Then: 20 June 2026')
})

test('the days of the runs are in the time zone of the partner and in the form of the country', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course)
  const points = course.points.map((point) => ({ ...point, completedAt: point.completedAt.replace('T03', 'T20') }))
  const times = { timeZone: 'Australia/Sydney', locale: 'en-US' } as const
  const [shown] = composeSheet(sampleSheetInput({ times, courses: [{ ...course, points }] })).courses
  assert.ok(shown)
  const labels = drawCourse(shown, { width: 600, height: 130, size: 11 }).shapes.flatMap((shape) =>
    shape.kind === 'label' ? [shape.text] : [],
  )
  for (const day of ['Jun 21, 2026', 'Sep 13, 2026']) assert.ok(labels.includes(day), day)
})

test('a finding counts as fixed only if a run has confirmed it', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course?.start)
  const unreadable = before.requirements.map((row) => {
    if (row.id !== first) return row
    const { severity: _, ...rest } = row
    return { ...rest, verdict: 'no_visibility' as const }
  })
  const end = pointAt('2026-09-12', { ...before, requirements: unreadable })
  const content = composeSheet(
    sampleSheetInput({
      courses: [{ ...course, end }],
      repairs: [{ product: 'essential-eight', requirement: second, status: 'done' }],
    }),
  )
  assert.equal(countOf(content, 'Fixed'), 0)
  assert.deepEqual(titlesOf(content.done), [])
  assert.equal(content.done.none, 'No weakness was fixed.')
  assert.deepEqual(content.done.notes, [
    '1 more finding is reported as done. The next assessment confirms it.',
    '1 finding no longer counts: not known this time.',
  ])
})

test('why findings no longer count is said', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course?.start)
  const notesOf = (changes: Parameters<typeof changed>[1]): string[] => {
    const requirements = changed(before, changes).requirements.map(({ severity: its, ...row }) =>
      row.id in changes || !its ? row : { ...row, severity: its },
    )
    const end = pointAt('2026-09-12', { ...before, requirements })
    return composeSheet(sampleSheetInput({ courses: [{ ...course, end }] })).done.notes
  }
  assert.deepEqual(notesOf({ [first]: { accepted: true } }), ['1 finding no longer counts: accepted as a risk.'])
  assert.deepEqual(
    notesOf({
      [first]: { accepted: true },
      [second]: { verdict: 'not_applicable' },
      [third]: { verdict: 'no_visibility' },
    }),
    ['3 findings no longer count: 1 accepted as a risk, 1 not applicable and 1 not known this time.'],
  )
})

test('an action of which the rest is accepted as a risk says so, and is not shown as done in part', () => {
  const resultsOf = (tenant: string) => reports.filter((report) => report.tenant === tenant)
  const then = resultsOf('typical-answered')
  const notesWith = (change: Parameters<typeof changed>[1][string]): string[] => {
    const courses = resultsOf('strong-answered').flatMap(({ report: { result, productName } }, index) => {
      const end = pointAt('2026-09-12', changed(result, { 'ISM-1504': change }))
      const earlier = then[index]?.report.result
      const start = earlier && pointAt('2026-06-20', earlier)
      return start ? [{ productName, start, end, points: [end.point], isCurrent: true }] : []
    })
    const { entries } = composeSheet(sampleSheetInput({ courses })).done
    return entries.flatMap(({ title, note }) =>
      title === 'Require multi-factor authentication for everyone, everywhere' ? [note] : [],
    )
  }
  const open = { verdict: 'ineffective', severity: 'critical' } as const
  assert.match(notesWith(open).join(), /^\d of \d findings fixed so far$/)
  const accepted = { verdict: 'ineffective', accepted: true } as const
  assert.match(notesWith(accepted).join(), /^(\d) of (?!\1)\d findings fixed, 1 accepted as a risk$/)
  assert.deepEqual(notesWith({ verdict: 'not_applicable' }), [''])
})

test('where nothing is left but an accepted risk ends, the sheet says both, and the decision is next', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course?.start)
  const all = repaired(before, ...findingsIn(before))
  const accepted = { verdict: 'ineffective', accepted: true } as const
  const known = all.requirements.map((row) => ({ ...row, verdict: 'effective' as const }))
  const end = pointAt('2026-09-12', changed({ ...all, requirements: known, coverage: 1 }, { [first]: accepted }))
  const expiring = { kind: 'accepted-risk', requirement: first, expiresAt: '2026-11-20T00:00:00.000Z' } as const
  const compose = (ending: SheetInput['ending']) =>
    composeSheet(sampleSheetInput({ courses: [{ ...course, end }], ending }))
  const content = compose([expiring])
  assert.match(content.conclusion, /No known weakness is left besides 1 accepted risk\.$/)
  assert.deepEqual(titlesOf(content.next), ['Decide about 1 exception before 20 November 2026'])
  const [row, ...more] = rowsOf(content)
  assert.deepEqual([more, row?.right.map(({ title }) => title)], [[], ['What is next', 'Exceptions that end soon']])
  const later = { ...expiring, expiresAt: '2026-12-01T00:00:00.000Z' }
  assert.deepEqual(titlesOf(compose([expiring, later]).next), [
    'Decide about 2 exceptions, the first before 20 November 2026',
  ])
})

test('an action that was announced as next has the same name when the next sheet lists it as done', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course?.start)
  const announced = composeSheet(sampleSheetInput({ courses: [{ ...course, end: course.start }] })).next
  const content = composeSheet(sampleSheetInput())
  const done = titlesOf(content.done)
  assert.equal(done.length, 2)
  for (const title of done) {
    assert.ok(titlesOf(announced).includes(title), title)
    assert.ok(!titlesOf(content.next).includes(title), title)
  }
})

test('next actions have an owner and a date, critical ones first, then planned ones', () => {
  const product = 'essential-eight'
  const result = changed(before, { [third]: { severity: 'critical' } })
  const end = pointAt('2026-09-12', result)
  const [course] = sampleSheetInput().courses
  assert.ok(course)
  const { next } = composeSheet(
    sampleSheetInput({
      courses: [{ ...course, end }],
      repairs: [
        { product, requirement: second, status: 'planned', dueOn: '2026-12-01', owner: 'Ana Lima' },
        { product, requirement: first, status: 'planned', dueOn: '2026-10-01', owner: 'Bo Chen' },
      ],
    }),
  )
  const [critical, overdue, planned, later] = next.entries
  assert.equal(critical?.isCritical, true)
  assert.equal(overdue?.note, 'Was due 1 October 2026, Bo Chen')
  assert.equal(planned?.note, 'By 1 December 2026, Ana Lima')
  assert.match(later?.note ?? '', /^Not planned yet/, 'a note that begins a line begins with a capital')
})

test('an action that somebody marked as done is not listed as next', () => {
  const repairs = findingsIn(before).map((requirement) => ({
    product: 'essential-eight',
    requirement,
    status: 'done' as const,
  }))
  const { next } = composeSheet(sampleSheetInput({ repairs }))
  assert.deepEqual(next.entries, [])
  assert.equal(next.none, 'All known findings are reported as done. The next assessment confirms them.')
})

test('a first assessment, a quarter without runs and another target are mentioned, not compared', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course?.start)
  const { start, ...alone } = course
  const once = composeSheet(sampleSheetInput({ courses: [alone] }))
  assert.match(once.conclusion, /^This is the first assessment\. It found \d+ weaknesses/)
  assert.equal(countOf(once, 'Fixed'), undefined)
  assert.deepEqual(
    once.figures.map(({ label }) => label),
    ['Open', 'Not known'],
  )
  const titles = rowsOf(once).map(({ left, right }) => [left, right].map((lists) => lists.map(({ title }) => title)))
  assert.deepEqual(titles, [
    [['What is next'], []],
    [['What we do not know'], []],
  ])

  const old = composeSheet(sampleSheetInput({ courses: [{ ...alone, end: start, isCurrent: false }] }))
  assert.match(old.conclusion, /^Nothing was assessed in this quarter\. The newest assessment \(20 June 2026\) found/)
  assert.equal(old.courses[0]?.note, 'Not assessed in this quarter.')

  const other = { ...course.end, result: { ...course.end.result, target: 1 } }
  const moved = composeSheet(sampleSheetInput({ courses: [{ ...course, end: other }] }))
  assert.match(moved.conclusion, /the results cannot be compared/)
  assert.deepEqual([countOf(moved, 'Fixed'), moved.courses[0]?.change], [undefined, ''])
})

test('a level that is reached only on average is not called a target that is missed', () => {
  const mean = pointAt('2026-09-12', { ...sampleResult('mixed'), maturityAchieved: 3 })
  const courses = [{ productName: 'NIST CSF', end: mean, points: [mean.point], isCurrent: true }]
  const [course] = composeSheet(sampleSheetInput({ courses })).courses
  assert.deepEqual([course?.level, course?.levelNote], ['Level 3, target 2', 'Reached on average only'])
})

test('if only accepted risks keep the target from being reached, the sheet says so below the level', () => {
  const courseWith = (change: Parameters<typeof changed>[1][string]) => {
    const requirements = before.requirements.map(({ severity: _, ...row }) => ({
      ...row,
      verdict: 'effective' as const,
      ...(row.id === first && change),
    }))
    const end = pointAt('2026-09-12', { ...before, requirements, coverage: 1, maturityAchieved: 0 })
    const courses = [{ productName: 'Essential Eight', end, points: [end.point], isCurrent: true }]
    return composeSheet(sampleSheetInput({ courses })).courses[0]
  }
  const accepted = courseWith({ verdict: 'ineffective', accepted: true })
  assert.equal(accepted?.levelNote, 'Target not reached because of 1 accepted risk')
  assert.equal(courseWith({ verdict: 'ineffective', severity: 'high' })?.levelNote, 'Target not reached')
})

test('a sheet says why points are light, and only then', () => {
  const notesOf = (tenant: string) =>
    reports
      .filter((report) => report.tenant === tenant)
      .map(({ framework, report: { productName, result } }) => {
        const end = pointAt('2026-09-12', result)
        const courses = [{ productName, end, points: [end.point], isCurrent: true }]
        return [framework, composeSheet(sampleSheetInput({ courses })).courses[0]?.pointsNote]
      })
  const notes = (nist: string) => [
    ['essential-eight', ''],
    ['nist-csf', nist],
    ['scuba-entra', ''],
  ]
  assert.deepEqual(
    notesOf('weak-answered'),
    notes('The light part: a missing check still earns a third of its points.'),
  )
  assert.deepEqual(notesOf('strong-answered'), notes(''))
})

test('if much became known, the sheet says so next to the score', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course?.start)
  const { point } = course.start
  const noteOf = (coverage: number): string | undefined => {
    const start = { ...course.start, result: before, point: { ...point, coverage } }
    return composeSheet(sampleSheetInput({ courses: [{ ...course, start }] })).courses[0]?.note
  }
  assert.equal(noteOf(course.end.point.coverage - 0.2), 'More is known than before.')
  assert.equal(noteOf(course.end.point.coverage - 0.05), '')
})

test('if little is known, the sheet says so first', () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course)
  const result = { ...course.end.result, coverage: 0.3 }
  const { conclusion } = composeSheet(
    sampleSheetInput({ courses: [{ ...course, end: pointAt('2026-09-12', result) }] }),
  )
  assert.match(conclusion, /^Only \d+% of the checks are known\. /)
})

test('where no findings are known, what is next is what would make more known', () => {
  const strong = reports.filter(({ tenant }) => tenant === 'strong')
  const content = composeSheet(
    sampleSheetInput({
      courses: strong.map(({ report: { productName, result } }) => {
        const end = pointAt('2026-09-12', result)
        return { productName, end, points: [end.point], isCurrent: true }
      }),
    }),
  )
  assert.equal(
    content.conclusion,
    'Only 14% of the checks are known. This is the first assessment. It found no weaknesses in what is known.',
  )
  assert.deepEqual(content.next.entries, [{ title: 'Answer 184 questions', note: 'Makes 204 checks known' }])
  const titles = rowsOf(content).flatMap(({ left, right }) => [...left, ...right].map(({ title }) => title))
  assert.deepEqual(titles, ['What is next'], 'it stands there once, and nothing is empty')
})

test('a quarter after which nothing is left says so once', () => {
  const perfect = reports.filter(({ tenant }) => tenant === 'strong-answered')
  const content = composeSheet(
    sampleSheetInput({
      courses: perfect.map(({ framework, report: { productName, result } }) => {
        const before = reports.find((one) => one.tenant === 'typical-answered' && one.framework === framework)
        const end = pointAt('2026-09-12', result)
        return {
          productName,
          ...(before && { start: pointAt('2026-06-20', before.report.result) }),
          end,
          points: [end.point],
          isCurrent: true,
        }
      }),
    }),
  )
  assert.match(content.conclusion, /fixed in this quarter, and none was newly found\. No known weakness is left\.$/)
  const [row, ...more] = rowsOf(content)
  assert.deepEqual(more, [])
  assert.deepEqual(
    row?.right.map(({ none }) => none),
    ['Nothing needs fixing. The next assessment shows whether it stays that way.'],
  )
})

test('exceptions are listed with their subject and end, and the first emergency account with what it is for', () => {
  const expiresAt = '2026-12-01T00:00:00.000Z'
  const { ending } = composeSheet(
    sampleSheetInput({
      ending: [
        { kind: 'accepted-risk', requirement: first, object: 'scanner', expiresAt: '2026-11-30T00:00:00.000Z' },
        { kind: 'emergency-account', object: 'break-glass', expiresAt },
        { kind: 'emergency-account', object: 'break-glass-2', expiresAt },
      ],
    }),
  )
  const statement = before.requirements.find(({ id }) => id === first)?.statement
  assert.deepEqual(ending.entries, [
    { title: `scanner: ${statement}`, note: 'Accepted risk, ends 30 November 2026' },
    { title: 'break-glass, for when nobody else can sign in', note: 'Emergency account, ends 1 December 2026' },
    { title: 'break-glass-2', note: 'Emergency account, ends 1 December 2026' },
  ])
})

/** As much as there can be: three frameworks, long names, and a conclusion of three sentences. */
