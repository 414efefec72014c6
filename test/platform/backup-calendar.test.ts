import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { chooseOutdated, isDue, nameBackup, timeOfBackup } from '../../src/runtime/backup/calendar.ts'

const at = (text: string): Date => new Date(`${text}Z`)

test('a backup’s name has its time, and no other file is mistaken for a backup', () => {
  const time = at('2026-11-25T03:04:05')
  assert.equal(nameBackup(time), 'plumbline-2026-11-25T03-04-05Z.tar.zst')
  assert.deepEqual(timeOfBackup(nameBackup(time)), time)
  for (const name of ['plumbline.tar.zst', `.${nameBackup(time)}`, `${nameBackup(time)}.part`])
    assert.equal(timeOfBackup(name), undefined)
})

test('a backup is due once a day after 02:00 UTC, and at once if there is none', () => {
  const newest = at('2026-11-24T02:00:10')
  assert.equal(isDue(at('2026-11-24T12:00:00'), undefined), true)
  assert.equal(isDue(at('2026-11-25T01:59:59'), newest), false)
  assert.equal(isDue(at('2026-11-25T02:00:00'), newest), true)
  assert.equal(isDue(at('2026-11-25T01:00:00'), at('2026-11-23T23:00:00')), true, 'a day was missed')
})

test('the newest backup of each retained day, week and month is kept', () => {
  const names = Array.from({ length: 400 }, (_, day) =>
    nameBackup(new Date(at('2026-11-25T02:00:00').getTime() - day * 86_400_000)),
  )
  const early = nameBackup(at('2026-11-25T00:30:00'))
  const outdated = chooseOutdated([...names, early, 'notes.txt'], { days: 7, weeks: 4, months: 6 })
  assert.ok(outdated.includes(early) && !outdated.includes('notes.txt'))
  const retained = names.filter((name) => !outdated.includes(name)).map((name) => name.slice(10, 20))
  assert.deepEqual(retained, [
    ...['25', '24', '23', '22', '21', '20', '19'].map((day) => `2026-11-${day}`),
    ...['2026-11-15', '2026-11-08', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
  ])
})

test('settings of backups are checked', () => {
  assert.deepEqual(readSettings({ PLUMBLINE_BACKUP_KEEP: '3, 0,1' }).backupRetention, { days: 3, weeks: 0, months: 1 })
  for (const PLUMBLINE_BACKUP_KEEP of ['7', '0,1,1', '7,4', '7,4,6,1', 'a,b,c'])
    assert.throws(() => readSettings({ PLUMBLINE_BACKUP_KEEP }), /PLUMBLINE_BACKUP_KEEP must be three numbers/)
})
