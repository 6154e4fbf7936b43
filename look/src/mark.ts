/** The post horn logo, the same as dashboard/public/icon.svg. */
export const mark = (size: number): string =>
  `<svg viewBox="0 0 32 32" width="${size}" height="${size}" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#17171c"/><g fill="none" stroke="#f5b83d" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="13" cy="16" r="6.2"/><path d="M13 9.8h7.5c2 0 3.6-1.4 5-3.3v13c-1.4-1.9-3-3.5-5-3.5"/><path d="M4.5 22.2H13"/></g></svg>`
