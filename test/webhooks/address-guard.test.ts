import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import {
  AddressRefused,
  findCallable,
  isPublic,
  parseNetwork,
  readTarget,
} from '../../src/platform/outbound/address-guard.ts'
import { createOutbound } from '../../src/platform/outbound/client.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)

const BLOCKED = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://127.0.0.1./',
  'https://①②⑦.0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://192.0.0.1/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://203.0.113.5/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[100::1]/',
  'https://[100:0:0:1::1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://localhost/',
  'https://api.localhost/',
  'https://localhost./',
]

test('no internal address is called, however it is written', async () => {
  for (const text of BLOCKED) {
    const validated = (async () => findCallable(readTarget(text, []), []))()
    await assert.rejects(validated, AddressRefused, text)
  }
})

test('public addresses are called', async () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1']) {
    assert.equal(isPublic(address), true, address)
  }
  assert.deepEqual(await findCallable(readTarget('https://1.1.1.1/x', []), []), ['1.1.1.1'])
})

test('only https without user names is called; plain http only if allowed', () => {
  for (const text of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
    'http://example.com/',
    'https://a:b@example.com/',
  ]) {
    assert.throws(() => readTarget(text, []), AddressRefused, text)
  }
  assert.throws(() => readTarget('http://1.1.1.1/', LOOPBACK), AddressRefused)
  assert.equal(readTarget('http://127.0.0.1:8080/', LOOPBACK).port, '8080')
})

test('no connection is opened to a blocked address, in any spelling', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const outbound = createOutbound({ allowed: [], timeoutMs: 2_000 })
  const hosts = [
    ...['127.0.0.1', '127.1', '127.0.0.1.', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '0x7F.0.0x0.01'],
    ...[
      '0.0.0.0',
      '0',
      '①②⑦.0.0.1',
      '%31%32%37.0.0.1',
      '127。0。0。1',
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
    ],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[::ffff:0:7f00:1]', '[100:0:0:1::1]'],
  ]
  try {
    for (const host of hosts) {
      for (const scheme of ['https', 'http']) {
        const url = `${scheme}://${host}:${port}/`
        await assert.rejects(outbound.check(url), AddressRefused, url)
        const { failure, address: called } = await outbound.post({ url, headers: {}, body: Buffer.from('{}') })
        assert.equal(failure?.code, 'address', url)
        assert.equal(called, undefined)
      }
    }
    assert.equal(connections, 0)
    // The same listener is reachable if loopback is allowed, so it was the guard that blocked the calls.
    const open = createOutbound({ allowed: LOOPBACK, timeoutMs: 2_000 })
    await open.post({ url: `http://localhost:${port}/`, headers: {}, body: Buffer.from('{}') })
    assert.equal(connections, 1)
    await open.close()
  } finally {
    await outbound.close()
    server.close()
  }
})

test('a name is refused if any of its addresses is not public, also if that changes later', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `http://hooks.example:${port}/`
  let addresses = ['127.0.0.1']
  let lookups = 0
  const outbound = createOutbound({
    allowed: [parseNetwork('127.0.0.1/32')],
    timeoutMs: 2_000,
    resolve: async () => {
      lookups += 1
      return addresses
    },
  })
  const post = () => outbound.post({ url, headers: {}, body: Buffer.from('{}') })
  try {
    assert.equal((await post()).status, 200)
    assert.deepEqual([lookups, connections], [1, 1])
    for (const later of [['127.0.0.1', '10.0.0.1'], ['127.0.0.2'], ['::1'], ['169.254.169.254', '1.1.1.1']]) {
      addresses = later
      assert.equal((await post()).failure?.code, 'address', later.join())
      await assert.rejects(outbound.check(url), AddressRefused)
    }
    assert.equal(connections, 1)
  } finally {
    await outbound.close()
    server.close()
  }
})
