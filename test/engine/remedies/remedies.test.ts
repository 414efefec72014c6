import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Link, Remedy } from '../../../src/engine/model/remedy.ts'
import { REMEDIES } from '../../../src/engine/remedies/catalogue.ts'
import { ENTRA } from '../../../src/engine/remedies/links/entra.ts'

/** Where vendors and publishers document and administer what remedies change. */
const HOSTS: readonly string[] = [
  'learn.microsoft.com',
  'support.microsoft.com',
  'www.microsoft.com',
  'entra.microsoft.com',
  'intune.microsoft.com',
  'security.microsoft.com',
  'admin.microsoft.com',
  'admin.exchange.microsoft.com',
  'purview.microsoft.com',
  'config.office.com',
  'portal.azure.com',
  'myaccount.microsoft.com',
  'www.cyber.gov.au',
  // The Australian Signals Directorate's own configuration of Windows and Office.
  'blueprint.asd.gov.au',
  'www.nist.gov',
  'csrc.nist.gov',
  'nvlpubs.nist.gov',
  'www.cisa.gov',
  'www.ncsc.gov.uk',
  'www.oaic.gov.au',
  // Adobe documents there which settings of its PDF software administrators can lock.
  'www.adobe.com',
  // Only repositories of Microsoft: its Intune policies for ASD's guidance are published nowhere else.
  'github.com',
]
const EFFORTS: readonly string[] = ['minutes', 'hours', 'days', 'project']
/** Beginnings of commands and methods that change something. */
const CHANGES =
  /\b(?:Set|New|Remove|Update|Add|Enable|Disable|Clear|Grant|Revoke|Restore|Invoke)-(?!MgGraphRequest -Method GET)|\b(?:PATCH|POST|PUT|DELETE)\b/

describe('everything has a remedy', () => {
  for (const check of CHECKS.keys()) {
    test(`the check ${check} has a remedy`, () => {
      assert.ok(REMEDIES.some(({ checks }) => checks.includes(check)))
    })
  }
  for (const { id, questionnaire } of FRAMEWORKS) {
    for (const question of questionnaire.sections.flatMap(({ questions }) => questions)) {
      test(`the question ${question.id} of ${id} has a remedy`, () => {
        assert.ok(REMEDIES.some(({ requirements }) => requirements.includes(question.id)))
      })
    }
  }
})

test('a remedy refers to checks and questions that exist, and each id, title and sentence occurs once', () => {
  const checks = CHECKS
  const questions = new Set(
    FRAMEWORKS.flatMap(({ questionnaire }) =>
      questionnaire.sections.flatMap((section) => section.questions.map(({ id }) => id)),
    ),
  )
  const seen = new Set<string>()
  for (const remedy of REMEDIES) {
    assert.match(remedy.id, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.ok(remedy.checks.length + remedy.requirements.length > 0, `${remedy.id} resolves nothing`)
    for (const check of [...remedy.checks, ...(remedy.hints ?? [])])
      assert.ok(checks.has(check), `${remedy.id}: no check ${check}`)
    for (const id of remedy.requirements) assert.ok(questions.has(id), `${remedy.id}: no question ${id}`)
    for (const text of [remedy.id, remedy.title, remedy.why, ...remedy.steps.map((step) => step.text)]) {
      assert.ok(!seen.has(text), `twice: ${text}`)
      seen.add(text)
    }
  }
})

test('a step that only higher targets need has the level in its text, which names no other, and the lowest comes first', () => {
  const levelsIn = (text: string) => [...text.matchAll(/\blevel (\d)/gi)].map(([, level]) => Number(level))
  for (const { id, steps } of REMEDIES) {
    for (const { text, fromLevel } of steps) {
      assert.deepEqual(levelsIn(text), fromLevel === undefined ? [] : [fromLevel], `${id}: ${text}`)
      if (fromLevel !== undefined) assert.ok(text.startsWith(`For level ${fromLevel}, `), `${id}: ${text}`)
    }
    const levels = steps.map(({ fromLevel = 0 }) => fromLevel)
    assert.deepEqual(levels, levels.toSorted(), id)
    assert.equal(levels[0], 0, `${id} has no step for the lowest target`)
  }
})

test('steps for higher levels of NIST CSF are only in remedies of that framework', () => {
  const of = (id: string) => FRAMEWORKS.find((framework) => framework.id === id)
  const others = FRAMEWORKS.filter((framework) => framework !== of('nist-csf'))
  const checks = new Set(
    others.flatMap(({ requirements }) => requirements.flatMap((row) => row.checks.map(({ check }) => check))),
  )
  const ids = new Set(others.flatMap(({ requirements }) => requirements.map(({ id }) => id)))
  const graded = REMEDIES.filter(({ steps }) => steps.some(({ fromLevel }) => fromLevel !== undefined))
  assert.ok(graded.length > 50)
  assert.deepEqual(
    graded
      .filter((remedy) => remedy.checks.some((id) => checks.has(id)) || remedy.requirements.some((id) => ids.has(id)))
      .map(({ id }) => id),
    [],
  )
})

test('a remedy that needs a licence for certain says so, in its text and for the plan', () => {
  const beginnings = [
    [/^Microsoft Entra ID P2\b/, 'entra-p2'],
    [/^Microsoft Entra ID P1\b/, 'entra-p1'],
    [/^(Microsoft Intune Plan 1|Microsoft Entra ID P1 and Intune Plan 1)\b/, 'intune'],
    [/^Microsoft 365 Apps for enterprise\b/, 'apps-for-enterprise'],
  ] as const
  for (const { id, licence, requires = [] } of REMEDIES) {
    if (
      /needs? none|or another product|free security defaults|^Microsoft Intune Plan 1 to find|the last sign-in/.test(
        licence,
      )
    )
      continue
    const named = beginnings.flatMap(([pattern, name]) => (pattern.test(licence) ? [name] : []))
    for (const name of named) assert.ok(requires.includes(name), `${id}: ${licence}`)
  }
  for (const { id, licence, requires = [] } of REMEDIES)
    for (const name of requires)
      assert.match(
        licence,
        /^(Microsoft (Entra ID P[12]|Intune Plan 1|365 Apps for enterprise)|Fast rings: Microsoft Intune)/,
        `${id}: ${name}`,
      )
})

test('texts are complete sentences of a length that fits on a page', () => {
  for (const remedy of REMEDIES) {
    const { id, title, why, steps, usersNotice, verified, licence, effort } = remedy
    assert.ok(title.length <= 80 && !title.endsWith('.'), `${id}: ${title}`)
    assert.ok(steps.length >= 1 && steps.length <= 8, `${id}: ${steps.length} steps`)
    assert.ok(EFFORTS.includes(effort), id)
    assert.ok(licence.length >= 4 && licence.length <= 160, `${id}: ${licence}`)
    for (const text of [why, usersNotice, verified, ...steps.map((step) => step.text)]) {
      assert.match(text, /^[\p{Lu}“0-9].{15,398}[.!?”)]$/u, `${id}: ${text}`)
    }
  }
})

test('links are addresses of known vendors, without anything of one tenant', () => {
  for (const remedy of REMEDIES) {
    assert.ok(remedy.documentation.length > 0, `${remedy.id} names no source`)
    const sources = new Set(remedy.documentation.map(({ url }) => url))
    assert.equal(sources.size, remedy.documentation.length, `${remedy.id} names a source twice`)
    for (const { title, url } of linksOf(remedy)) {
      const { protocol, host, username, search } = new URL(url)
      assert.equal(protocol, 'https:')
      assert.ok(HOSTS.includes(host), `${remedy.id}: ${url}`)
      if (host === 'github.com') assert.match(url, /^https:\/\/github\.com\/microsoft\//)
      assert.equal(username + search, '', url)
      assert.doesNotMatch(url, /[${}\s]|[0-9a-f]{8}-[0-9a-f]{4}-/i)
      assert.ok(title.length > 2 && title.length <= 90, title)
    }
  }
})

test('the first script of a remedy only reads', () => {
  for (const { id, script } of REMEDIES) {
    if (script) assert.doesNotMatch(script.check, CHANGES, id)
  }
})

test('a remedy of a check leads to the page where it is done or described', () => {
  for (const { id, checks, steps } of REMEDIES)
    if (checks.length > 0)
      assert.ok(
        steps.some(({ link }) => link),
        id,
      )
})

/** A change that shows what it would do, only records, reaches nobody yet, or says that it can do none of these. */
const CAREFUL = /-WhatIf\b|AuditMode|-Option 3\b|without an assignment|cannot run as a test/

/** Marks one named device, which has no effect until a policy uses the mark; Graph has no preview of it. */
const HARMLESS = new Set(['set-up-privileged-access-workstations'])

test('a script that changes something first shows what is wrong, and changes it as carefully as the product allows', () => {
  for (const { id, script } of REMEDIES) {
    if (script?.change === undefined) continue
    assert.ok(script.check.trim().length > 0, id)
    assert.match(script.change, CHANGES, id)
    if (!HARMLESS.has(id)) assert.match(script.change, CAREFUL, id)
  }
})

test('a remedy of a check has a script that shows how it is now', () => {
  for (const { id, checks, script } of REMEDIES) if (checks.length > 0) assert.ok(script, id)
})

test('what Conditional Access decides has a script that shows how it is now', () => {
  for (const { id, checks, steps, script } of REMEDIES)
    if (checks.length > 0 && steps.some(({ link, text }) => link === ENTRA.conditionalAccess && /^Create a/.test(text)))
      assert.match(script?.check ?? '', /\bGet-Mg|^GET /, id)
})

function linksOf(remedy: Remedy): Link[] {
  return [...remedy.documentation, ...remedy.steps.flatMap(({ link }) => link ?? [])]
}

test('the change of a script runs alone: it sets every variable itself that its check sets', () => {
  for (const { id, script } of REMEDIES) {
    const setIn = (code: string): string[] => [...code.matchAll(/\$(\w+) = /g)].map(([, name = '']) => name)
    const change = script?.change ?? ''
    for (const name of setIn(script?.check ?? ''))
      if (change.includes(`$${name}`)) assert.ok(setIn(change).includes(name), `${id}: $${name}`)
  }
})
