import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { type Surfer, type Visit, withoutBrowser } from '../../harness/browser.ts'
import type { Json } from '../../harness/client.ts'
import { openPages } from '../../harness/pages.ts'
import { pathOf, questionOf } from '../../questionnaires/fixture.ts'
import { assess, type Invited, invite, mailTo } from '../../questionnaires/invitation-fixture.ts'
import { codeIn } from '../../questionnaires/visitor.ts'
import { eventually } from '../../runs/eventually.ts'

const skip = withoutBrowser
const NARROW = { width: 360, height: 740 }

const collect = async ({ tenantId }: { tenantId: string }) => ({
  ...sampleSnapshot('weak', new Date().toISOString()),
  tenantId,
})
const { api, surfer } = await openPages({ worker: true, collect })
const acme = await api.as('acme')
async function open(options?: Parameters<Surfer['open']>[0]): Promise<Visit> {
  return await surfer.open(options)
}

/** Signs in: requests a code, reads it from the outbox, and enters it. */
async function enter(page: Page, invited: Invited): Promise<void> {
  await page.goto(invited.link)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await enterCode(page, invited)
}

async function enterCode(page: Page, { email }: Invited): Promise<void> {
  await page.getByLabel('Code from the email').fill(codeIn(await mailTo(api, email, 'questionnaire-code')))
  await page.getByRole('button', { name: 'Open the questions' }).click()
  await page.getByRole('heading', { name: 'Done for now?' }).waitFor()
}

const viewOf = async (customerId: string): Promise<Json> => (await acme.get(pathOf(customerId))).body

const questionIn = (page: Page, id: string) => page.locator(`[data-question="${id}"]`)
const saveState = (page: Page) => page.locator('#save-state')
const choice = (page: Page, id: string, value: string) => page.locator(`[name="answer.${id}"][value="${value}"]`)
const notice = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('answers are saved as they are given, and are there after a reload', { skip }, async () => {
  const invited = await invite(api, acme)
  const { page, complaints } = await open()
  await enter(page, invited)
  await choice(page, 'ISM-1810', 'partly').check()
  await saveState(page)
    .filter({ hasText: /^Saved \d\d:\d\d$/ })
    .waitFor()
  const question = questionIn(page, 'ISM-1515')
  await choice(page, 'ISM-1515', 'not_applicable').check()
  await saveState(page).filter({ hasText: 'Not saved yet' }).waitFor()
  await question.getByText('Explain briefly why this does not apply.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'note-ISM-1515', 'the reason is requested at once')
  assert.equal(questionOf(await viewOf(invited.customerId), 'ISM-1515').current, undefined)
  await page.keyboard.type('We are two people with paper files.')
  await page.keyboard.press('Tab')
  await saveState(page)
    .filter({ hasText: /^Saved/ })
    .waitFor()
  assert.ok(!(await question.getByText('Explain briefly').isVisible()))
  await page.reload()
  assert.ok(await choice(page, 'ISM-1810', 'partly').isChecked())
  assert.ok(await choice(page, 'ISM-1515', 'not_applicable').isChecked())
  assert.equal(await page.locator('#note-ISM-1515').inputValue(), 'We are two people with paper files.')
  assert.match(String(await page.locator('#progress-words').textContent()), /^2 of \d+ answered$/)
  assert.equal(questionOf(await viewOf(invited.customerId), 'ISM-1810').current.answer, 'partly')
  assert.deepEqual(complaints, [])
})

test('questions that an answer takes out of scope disappear at once, and come back with another answer', {
  skip,
}, async () => {
  const { page, complaints } = await open()
  await enter(page, await invite(api, acme))
  await choice(page, 'scope-pdf-software', 'no').check()
  await questionIn(page, 'ISM-1860').waitFor({ state: 'hidden' })
  await choice(page, 'scope-pdf-software', 'yes').check()
  await questionIn(page, 'ISM-1860').waitFor()
  assert.deepEqual(complaints, [])
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  test(`suggestions are marked but not selected, and become answers with one button, ${how} a script`, {
    skip,
  }, async () => {
    const invited = await invite(api, acme)
    const { page, complaints } = await open({ javaScriptEnabled })
    await enter(page, invited)
    const question = questionIn(page, 'ISM-1693')
    await question.getByText(/Your tenant shows: .* have no open flaw/).waitFor()
    assert.match(String(await question.locator('label', { hasText: 'suggested' }).textContent()), /^No\s+suggested$/)
    assert.equal(await page.locator('input:checked').count(), 0)
    if (!javaScriptEnabled) await choice(page, 'ISM-1695', 'partly').check()
    const section = page.locator('[data-section]', { has: question })
    await section.getByRole('button', { name: 'Use the suggestions' }).click()
    await notice(section.page(), 'The suggestions are saved').waitFor()
    assert.ok(await choice(page, 'ISM-1693', 'no').isChecked())
    assert.ok(await choice(page, 'ISM-1695', javaScriptEnabled ? 'no' : 'partly').isChecked())
    assert.equal(questionOf(await viewOf(invited.customerId), 'ISM-1693').current.author.id, invited.email)
    assert.equal(await section.getByRole('button', { name: 'Use the suggestions' }).count(), 0)
    assert.deepEqual(complaints, [])
  })
}

test('an answer that the tenant contradicts says so until another is given', { skip }, async () => {
  const invited = await invite(api, acme)
  const answers = [{ id: 'ISM-1693', answer: 'yes' }]
  await acme.put(pathOf(invited.customerId), { answers })
  await assess(acme, invited.customerId)
  const { page, complaints } = await open()
  await enter(page, invited)
  const hint = questionIn(page, 'ISM-1693').getByText('Please check this answer.')
  await hint.waitFor()
  await choice(page, 'ISM-1693', 'no').check()
  await hint.waitFor({ state: 'detached' })
  assert.equal(questionOf(await viewOf(invited.customerId), 'ISM-1693').current.answer, 'no')
  assert.deepEqual(complaints, [])
})

test('the Enter key in a field saves, but neither sends nor accepts suggestions', { skip }, async () => {
  const invited = await invite(api, acme)
  const { page } = await open()
  await enter(page, invited)
  await choice(page, 'ISM-1810', 'yes').check()
  await questionIn(page, 'ISM-1810').getByText('Note and evidence').click()
  await page.locator('#evidence-ISM-1810').fill('https://docs.bellbird.example/restore')
  await page.keyboard.press('Enter')
  await notice(page, 'Everything is saved.').waitFor()
  const view = await viewOf(invited.customerId)
  assert.equal(questionOf(view, 'ISM-1810').current.evidenceUrl, 'https://docs.bellbird.example/restore')
  assert.equal(view.progress.answered, 1)
})

test('the button sends only unsaved answers, so that the form stays small however much was written', {
  skip,
}, async () => {
  const invited = await invite(api, acme)
  const { page, complaints } = await open()
  await enter(page, invited)
  await choice(page, 'ISM-1810', 'yes').check()
  await saveState(page)
    .filter({ hasText: /^Saved / })
    .waitFor()
  // The script does not save a note without an answer; the button must not lose it.
  const more = questionIn(page, 'ISM-1814')
  await more.locator('.more summary').click()
  await more.getByLabel('Note').fill('typed without an answer')
  await more.locator('[data-problem]').filter({ hasText: 'Choose one' }).waitFor()
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await page.getByRole('button', { name: 'Send to acme' }).click()
  const names = [...new URLSearchParams((await sent).postData() ?? '').keys()]
  assert.deepEqual(
    names.filter((name) => name.includes('ISM-1810')),
    [],
  )
  assert.ok(names.includes('note.ISM-1814'), names.join())
  await page.getByText('Choose one of the answers.').first().waitFor()
  assert.equal(await questionIn(page, 'ISM-1814').getByLabel('Note').inputValue(), 'typed without an answer')
  assert.ok(questionOf(await viewOf(invited.customerId), 'ISM-1810').current)
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('400')),
    [],
  )
})

test('no step is wider than the window at 360 px', { skip }, async () => {
  const invited = await invite(api, acme)
  const { page } = await open({ viewport: NARROW })
  const fits = async (step: string) => {
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= NARROW.width, `${step} is ${width} px wide`)
  }
  await page.goto(invited.link)
  await fits('the door')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the email').waitFor()
  await fits('the code')
  await enterCode(page, invited)
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
  await fits('the questionnaire')
})

test('a question can be answered and sent with the keyboard alone', { skip }, async () => {
  const invited = await invite(api, acme)
  const { page, complaints } = await open()
  await enter(page, invited)
  const focusOn = async (expression: string) => {
    for (let pressed = 0; pressed < 1500; pressed++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(`document.activeElement.matches('${expression}')`)) return
    }
    assert.fail(`Tab never reaches ${expression}`)
  }
  await focusOn('.skip')
  await page.keyboard.press('Enter')
  await focusOn('[name="answer.ISM-1810"]')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await focusOn('button[value="done"]')
  await page.keyboard.press('Enter')
  await notice(page, 'Thank you').waitFor()
  await eventually('the answer', async () => {
    const { current } = questionOf(await viewOf(invited.customerId), 'ISM-1810')
    return current?.answer === 'partly'
  })
  await mailTo(api, 'admin@acme.example', 'questionnaire-answered')
  assert.deepEqual(complaints, [])
})
