/** The colors of all pages, named by use. A test checks every text color on every background it can be on. */
export type Colors = Record<Name, string>
type Name =
  | 'canvas'
  | 'sunken'
  | 'raised'
  | 'hover'
  | 'line'
  | 'line-strong'
  | 'ink'
  | 'soft'
  | 'faint'
  | 'live'
  | 'good'
  | 'warn'
  | 'bad'
  | 'info'
  | `series-${1 | 2 | 3 | 4 | 5}`
  | 'shade'

export const light: Colors = {
  canvas: '#ffffff',
  sunken: '#f7f7f8',
  raised: '#ffffff',
  hover: '#f1f1f4',
  line: '#e6e6ea',
  'line-strong': '#cfcfd7',
  ink: '#17171c',
  soft: '#50515b',
  faint: '#696a75',
  live: '#2f52d0',
  good: '#11743a',
  warn: '#a34a06',
  bad: '#c01f2b',
  info: '#1f5fb8',
  'series-1': '#2f52d0',
  'series-2': '#0e8a6d',
  'series-3': '#b4570a',
  'series-4': '#9333c4',
  'series-5': '#c01f2b',
  shade: 'rgb(20 20 28 / 0.06)',
}

export const dark: Colors = {
  canvas: '#0f1013',
  sunken: '#0a0b0d',
  raised: '#17181c',
  hover: '#1c1e23',
  line: '#25272d',
  'line-strong': '#3a3d47',
  ink: '#ececef',
  soft: '#b0b2bc',
  faint: '#8d8f9a',
  live: '#8fa5ff',
  good: '#4cc97d',
  warn: '#f0ab3c',
  bad: '#f5777c',
  info: '#7ab2f7',
  'series-1': '#8fa5ff',
  'series-2': '#3fc5a3',
  'series-3': '#f0a04b',
  'series-4': '#cf92f5',
  'series-5': '#f5777c',
  shade: 'rgb(0 0 0 / 0.4)',
}
