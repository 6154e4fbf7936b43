/**
 * A Chromium for tests: the one that came with npm where it runs (Linux on x64), or else one that is installed.
 * Undefined where there is none.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packed, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/**
 * Without a process for every frame of a letter, and without one that draws as a graphics card would: 182 s in place of 194, and 145
 * with the headless shell. At http://posthorn.test a service is reached as from another machine: browsers trust only loopback without https.
 */
const args = ['--disable-site-isolation-trials', '--disable-gpu', '--host-resolver-rules=MAP posthorn.test 127.0.0.1']

export async function launchBrowser(): Promise<Browser | undefined> {
  for (const find of [packedWithNpm, installed]) {
    const options = await find()
    const browser = options && (await chromium.launch({ ...options, args }).catch(complain))
    if (browser) return browser
  }
  return undefined
}

const complain = ({ message }: Error) => console.warn(`A browser does not start: ${message.split('\n', 3).join(' ')}`)

/** With the libraries and the fonts that a bare machine does not have. Unpacked once, to the temporary folder. */
async function packedWithNpm(): Promise<LaunchOptions | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))
  const [executablePath, folder] = await Promise.all([packed.executablePath(), inflate(fileURLToPath(libraries))])
  const paths = { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: join(tmpdir(), 'fonts') }
  return { executablePath, env: { ...process.env, ...paths } }
}

const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

async function installed(): Promise<LaunchOptions> {
  const executablePath = usual.find(path => existsSync(path))
  return executablePath ? { executablePath } : { channel: 'chrome' }
}
