// Before anything is drawn: day or night, where someone chose it.
try {
  const theme = JSON.parse(localStorage.getItem('theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // a browser that keeps nothing goes by its system
}
