import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRecipe, PASSWORD_COST } from '../../src/shared/crypto/password-hash.ts'

test('the service derives passwords at the cost that OWASP recommends, with a new salt for each', () => {
  const [one, other] = [newRecipe(PASSWORD_COST), newRecipe(PASSWORD_COST)]
  assert.match(one, /^scrypt\$65536\$8\$2\$[\w-]{22}$/)
  assert.notEqual(one, other)
})
