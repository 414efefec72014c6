import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LaunchFailure } from '../../src/runtime/launch-failure.ts'
import { buildPortal } from '../../src/runtime/portal-build.ts'
import { FONT_FACES, FONT_FILES } from '../../src/shared/html/font.ts'
import { SCREEN_PATHS } from '../../src/shared/portal/paths.ts'
import { startApi } from '../harness/api.ts'
import { makePerson, surferOf } from '../people/fixture.ts'

const api = await startApi({ portal: true })
after(() => api[Symbol.asyncDispose]())
const { partnerId } = await api.partner('acme')
const owner = await makePerson(api, partnerId, { email: 'robin@acme.example' })

const addressOf = (path: string): string => path.replace(':id', 'abc')

test('people without a session are sent to the sign-in page, which brings them back', async () => {
  const browser = surferOf(api)
  for (const path of SCREEN_PATHS.map(addressOf)) {
    const { status, location, headers } = await browser.get(`${path}?type=key.created&cursor=1`)
    assert.equal(status, 303, path)
    assert.equal(location, `/sign-in?next=${encodeURIComponent(`${path}?type=key.created&cursor=1`)}`)
    assert.equal(headers['cache-control'], 'no-store')
  }
  browser.cookies.set('__Host-portal', 'x'.repeat(43))
  assert.equal((await browser.get('/events')).status, 303, 'an unknown session')
  const back = await browser.post('/sign-in', {
    email: owner.email,
    password: 'several unrelated words',
    next: '/events?type=key.created&cursor=1',
  })
  assert.equal(back.location, '/events?type=key.created&cursor=1')
})

test('signed-in people get every screen, and its files stay valid indefinitely', async () => {
  const browser = surferOf(api)
  await browser.signIn(owner.email)
  const loaded = new Set<string>()
  for (const path of SCREEN_PATHS.map(addressOf)) {
    const { status, text, headers } = await browser.get(path)
    assert.equal(status, 200, path)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.equal(headers['cache-control'], 'private, no-store')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self';.*require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    const files = [...text.matchAll(/(?:src|href)="(\/portal\/files\/[^"]+)"/g)].map(([, file]) => file ?? '')
    assert.ok(files.length >= 3, `${path} loads ${files}`)
    for (const file of files) loaded.add(file)
  }
  for (const file of loaded) {
    const answer = await surferOf(api, { 'accept-encoding': 'br' }).get(file)
    assert.equal(answer.status, 200, file)
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer.headers['content-encoding'], 'br')
  }
  assert.equal((await browser.get('/portal/files/main.js')).status, 404)
})

test('the font is served by us, small, cached indefinitely, and the same for the portal and other pages', async () => {
  const { version }: { version: string } = JSON.parse(
    await readFile(
      new URL('../../node_modules/@fontsource-variable/ibm-plex-sans/package.json', import.meta.url),
      'utf8',
    ),
  )
  for (const path of Object.keys(FONT_FILES)) {
    assert.ok(path.includes(`-${version}-`), 'browsers keep a font for a year, so a new version needs a new address')
    const answer = await surferOf(api).get(path)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'font/woff2')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.ok(Number(answer.headers['content-length']) < 50_000, path)
  }
  const facesOf = (css: string): string[] =>
    [...css.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => face.replaceAll(/[\s"]/g, '').replaceAll(';}', '}'))
  const portal = await readFile(new URL('../../portal/style/font.css', import.meta.url), 'utf8')
  assert.deepEqual(facesOf(portal), facesOf(FONT_FACES))
})

test('people of a suspended account get no screen, and their browser forgets the session', async () => {
  const { partnerId: id } = await api.partner('beta')
  const { email } = await makePerson(api, id, { email: 'sam@beta.example' })
  const browser = surferOf(api)
  await browser.signIn(email)
  assert.equal((await browser.get('/')).status, 200)
  // The account alone, as in the moment before its sessions are deleted.
  await api.db.updateTable('partners').set({ status: 'suspended' }).where('id', '=', id).execute()
  const refused = await browser.get('/')
  assert.equal(refused.location, '/suspended')
  assert.equal(browser.cookies.has('__Host-portal'), false)
  assert.equal((await browser.get('/')).location, '/sign-in?next=%2F')
})

test('if sources cannot be built, the start fails with a sentence that says where', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-'))
  try {
    await writeFile(join(folder, 'main.tsx'), 'const a =')
    await writeFile(join(folder, 'icon.svg'), '<svg/>')
    await assert.rejects(buildPortal(folder), (error) => {
      assert.ok(error instanceof LaunchFailure)
      assert.match(error.message, /^The portal's client cannot be built\..*main\.tsx:1/s)
      return true
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
