import { defineConfig } from 'vitest/config'
import { isLong } from './server/testing/long-tests.ts'

/**
 * Processes of every kind are killed in `npm test`, under emails. What is killed under other work, on the same engine, is for
 * `npm run test:faults`, every night: it took two of ten minutes.
 */
const everyNight = ['broadcast', 'relay', 'schedule', 'sms', 'webhooks', 'workflows'].map(
  what => `acceptance/faults/${what}.test.ts`,
)

const firstStart = 'acceptance/operating/first-start.test.ts'

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because many files mostly wait for a clock or a peer. With two for each core,
    // tests that look at the clock fail now and then.
    maxWorkers: 3,
    // Loading the same modules anew for each of hundreds of files takes longer than many of the tests.
    isolate: false,
    setupFiles: ['server/testing/property-seed.ts'],
    // What is waited for comes in milliseconds, and later on a machine that has more to do.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'contract', include: ['{contract,look,mcp,cli}/**/*.test.ts'] } },
      { extends: true, test: { name: 'sdk', include: ['sdk/**/*.test.ts'] } },
      { extends: true, test: { name: 'dashboard', include: ['dashboard/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'site', include: ['site/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          include: ['acceptance/**/*.test.ts'],
          exclude: [
            firstStart,
            'acceptance/browser/browser.test.ts',
            'acceptance/hostile/**',
            ...(isLong ? [] : everyNight),
          ],
          globalSetup: ['acceptance/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['acceptance/hostile/*.test.ts'],
          // Beside nobody: it sends some hundred megabytes, and looks at the clock.
          sequence: { groupOrder: 2 },
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'start',
          include: [firstStart],
          // Beside nobody: how soon a start is ready says something on a machine that does nothing else.
          sequence: { groupOrder: 3 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['acceptance/browser/browser.test.ts'],
          // After all others: it takes the whole machine, and some of them look at the clock.
          sequence: { groupOrder: 1 },
          // Each page is drawn by processes of its own: more than two cores can draw only wait for one another.
          maxConcurrency: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
