export * from './worker/machine.ts'
