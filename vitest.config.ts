import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than the cores of a small machine: many files wait for a clock or a peer most of the time.
    maxWorkers: 3,
    // Loading the same modules anew for each of hundreds of files takes longer than many of the tests.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'contract', include: ['{contract,mcp}/**/*.test.ts'] } },
      { extends: true, test: { name: 'dashboard', include: ['dashboard/src/**/*.test.ts'] } },
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
          exclude: ['acceptance/browser.test.ts', 'acceptance/hostile/**'],
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
          name: 'browser',
          include: ['acceptance/browser.test.ts'],
          // After all others: it takes the whole machine, and some of them look at the clock.
          sequence: { groupOrder: 1 },
          // Each page is drawn by processes of its own: more at once only wait for one another.
          maxConcurrency: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
