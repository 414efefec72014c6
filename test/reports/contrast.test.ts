import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleOf } from '../../src/features/reports/html/frame/sheet.ts'
import { accentOf, PAPER } from '../../src/features/reports/pdf/kit/colors.ts'
import { contrastOf, readableShade } from '../../src/shared/html/contrast.ts'

/** Colours across the RGB cube, including its corners. */
const STEPS = ['00', '11', '33', '66', '99', 'cc', 'ee', 'ff']
const COLOURS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))

test('the contrast of two colours is computed as in WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#777777', '#777777'), 1)
  // Greys on both sides of the limit, as in common illustrations of the guidelines.
  assert.ok(contrastOf('#767676', '#ffffff') >= 4.5)
  assert.ok(contrastOf('#777777', '#ffffff') < 4.5)
  assert.equal(contrastOf('#ff0000', '#0000ff'), contrastOf('#0000ff', '#ff0000'))
})

/** The colours of a page in light and dark mode, from its style sheet. */
function coloursOf(colour: string) {
  const sheet = styleOf({ colour })
  const [day = '', night = ''] = sheet.split('@media screen and (prefers-color-scheme: dark) {\n')
  const one = (text: string, name: string): string => text.match(new RegExp(`--${name}: (#[0-9a-f]{6});`))?.[1] ?? ''
  const accents = [...sheet.matchAll(/--accent: (#[0-9a-f]{6});/g)].map(([, accent = '']) => accent)
  const [light = '', dark = ''] = accents.slice(-2)
  assert.equal(accents.length, 4, 'the accents of the sheet and those of the brand')
  return [
    { accent: light, grounds: [one(day, 'ground'), one(day, 'paper')] },
    { accent: dark, grounds: [one(night, 'ground'), one(night, 'paper')] },
  ]
}

test('text in any brand colour is readable in light and dark mode', () => {
  for (const colour of COLOURS) {
    for (const { accent, grounds } of coloursOf(colour)) {
      for (const background of grounds) {
        assert.ok(contrastOf(accent, background) >= 4.5, `${colour} as ${accent} on ${background}`)
      }
    }
  }
})

test('text in and on any brand colour is readable in print', () => {
  for (const colour of COLOURS) {
    const { fill, onFill, text } = accentOf(colour)
    assert.ok(contrastOf(onFill, fill) >= 4.5, `${onFill} on ${fill}`)
    assert.ok(contrastOf(text, PAPER) >= 4.5, `${colour} as ${text}`)
  }
})

test('a readable colour is unchanged, and any other is changed only slightly', () => {
  assert.equal(readableShade('#0c5a63', ['#ffffff']), '#0c5a63')
  assert.equal(readableShade('#7fcfd3', ['#172027']), '#7fcfd3')
  for (const colour of COLOURS) {
    for (const background of ['#ffffff', '#172027']) {
      const shade = readableShade(colour, [background])
      if (shade !== colour) assert.ok(contrastOf(shade, background) < 5, `${colour} as ${shade} on ${background}`)
    }
  }
})
