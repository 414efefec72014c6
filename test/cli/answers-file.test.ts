import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAnswers } from '../../src/cli/assess/answers-file.ts'

const file = (answers: unknown): string => JSON.stringify({ format: 'plumbline-answers/1', answers })

test('one file may contain answers for several frameworks, in the form of each', () => {
  const given = {
    'ISM-1892': { answer: 'partly', note: 'two of three', answeredAt: '2026-02-01T00:00:00Z' },
    'GV.OC-01': { answer: 4 },
    'PR.PS-06': { answer: 'not_applicable', note: 'nothing is developed here' },
    'OTHER-1': { answer: 'no' },
    'OTHER-2': { answer: 2 },
  }
  assert.deepEqual(parseAnswers(file(given)).answers, given)
})

for (const answer of [0, 6, 2.5, '3', 'yes', null]) {
  test(`${JSON.stringify(answer)} is refused as a level`, () => {
    assert.throws(() => parseAnswers(file({ 'GV.OC-01': { answer } })), /GV\.OC-01: "answer" must be a whole number/)
  })
}

for (const answer of [3, 'maybe', undefined]) {
  test(`${JSON.stringify(answer)} is refused as yes or no`, () => {
    assert.throws(() => parseAnswers(file({ 'ISM-1892': { answer } })), /ISM-1892: "answer" must be one of yes, partly/)
  })
}

test('every invalid entry is reported, even for an unknown requirement', () => {
  const content = file({ 'GV.OC-01': { answer: 9 }, 'OTHER-1': { answer: 'maybe' } })
  assert.throws(() => parseAnswers(content), /GV\.OC-01.*\nOTHER-1: .*yes, partly, no.*1 to 5/)
})

test('a scope question accepts only yes or no', () => {
  const given = {
    'scope-servers': { answer: 'no', answeredAt: '2026-02-01T00:00:00Z' },
    'scope-macros': { answer: 'yes' },
  }
  assert.deepEqual(parseAnswers(file(given)).answers, given)
  for (const answer of ['partly', 'not_applicable', 3, undefined])
    assert.throws(
      () => parseAnswers(file({ 'scope-servers': { answer } })),
      /scope-servers: "answer" must be yes or no\./,
    )
})

test('an unknown scope question is refused', () => {
  assert.throws(() => parseAnswers(file({ 'scope-serves': { answer: 'no' } })), /scope-serves: there is no such scope/)
})
