import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockDataFolder } from './data-folder.ts'
import { thisIdentity } from './process-identity.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-lock-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const lockOf = (dataDir: string) => join(dataDir, 'posthorn.lock')
const deadOfThisMachine = `${thisIdentity().machine}\n999999999:1\n`
const ofAnotherMachine = 'elsewhere 1234 pid:[1]\n7:7\n'

function leaveLock(content: string, ageMs: number, dataDir = folder) {
  writeFileSync(lockOf(dataDir), content)
  const touched = new Date(Date.now() - ageMs)
  utimesSync(lockOf(dataDir), touched, touched)
}

test('a folder has one holder at a time, and is empty after its release', () => {
  {
    using _lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(`already running on ${folder} (process ${process.pid})`)
  }
  expect(readdirSync(folder)).toEqual([])
  using _again = lockDataFolder(folder)
})

test('the lock of a killed process on this machine is taken over at once', () => {
  leaveLock(deadOfThisMachine, 0)

  using _lock = lockDataFolder(folder)

  expect(readFileSync(lockOf(folder), 'utf8')).toContain(thisIdentity().process)
  expect(readdirSync(folder)).toEqual(['posthorn.lock'])
})

test('a lock of another container or machine is valid while it is touched', () => {
  leaveLock(ofAnotherMachine, 15_000)
  expect(() => lockDataFolder(folder)).toThrow(/already running.*in another container or on another machine/)
  expect(readFileSync(lockOf(folder), 'utf8')).toBe(ofAnotherMachine)

  leaveLock(ofAnotherMachine, 25_000)
  using _lock = lockDataFolder(folder)
})

test('the holder touches the lock', () => {
  vi.useFakeTimers()
  using _lock = lockDataFolder(folder)

  vi.advanceTimersByTime(3_600_000)

  expect(Date.now() - statSync(lockOf(folder)).mtimeMs).toBeLessThan(6_000)
})

test('a process that has lost the folder does not touch the lock of the new holder', () => {
  vi.useFakeTimers()
  {
    using _lock = lockDataFolder(folder)
    rmSync(lockOf(folder))
    leaveLock(ofAnotherMachine, 60_000)
    vi.advanceTimersByTime(10_000)
  }

  expect(readFileSync(lockOf(folder), 'utf8')).toBe(ofAnotherMachine)
  expect(Date.now() - statSync(lockOf(folder)).mtimeMs).toBeGreaterThan(60_000)
})

test('a process killed during a takeover does not block others', () => {
  leaveLock(deadOfThisMachine, 0)
  writeFileSync(`${lockOf(folder)}.${statSync(lockOf(folder)).ino}`, deadOfThisMachine)

  using _lock = lockDataFolder(folder)

  expect(readdirSync(folder)).toEqual(['posthorn.lock'])
})

test.each([
  ['a free folder', () => {}],
  ['the lock of a dead process', (dataDir: string) => leaveLock(deadOfThisMachine, 0, dataDir)],
  ['the old lock of another machine', (dataDir: string) => leaveLock(ofAnotherMachine, 60_000, dataDir)],
])('exactly one of several processes that race for %s wins', async (_what, prepare) => {
  using racers = startRacers(6)
  await racers.race(join(folder, 'warm-up'))

  for (let round = 0; round < 15; round++) {
    const dataDir = join(folder, String(round))
    mkdirSync(dataDir)
    prepare(dataDir)

    const said = await racers.race(dataDir)

    expect(said.filter(line => line === 'taken')).toHaveLength(1)
    expect(said.filter(line => line.includes('already running'))).toHaveLength(5)
    expect(readdirSync(dataDir)).toEqual(['posthorn.lock'])
  }
})

function startRacers(count: number) {
  const program = fileURLToPath(new URL('./data-folder.fixture.ts', import.meta.url))
  const racers = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
  })
  return {
    race(dataDir: string): Promise<string[]> {
      const line = `${JSON.stringify({ dataDir, at: Date.now() + 15 })}\n`
      for (const { child } of racers) child.stdin.write(line)
      return Promise.all(racers.map(async ({ lines }) => String((await lines.next()).value)))
    },
    [Symbol.dispose]() {
      for (const { child } of racers) child.kill('SIGKILL')
    },
  }
}
