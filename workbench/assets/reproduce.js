// Pages opened as files have no clipboard in some browsers; a text area copies there too.
document.addEventListener('click', function (event) {
  var button = event.target.closest('button.copy');
  if (!button) return;
  var from = button.getAttribute('data-from'), label = button.textContent;
  var text = from ? document.getElementById(from).textContent
                  : button.getAttribute('data-copy');
  function say(word) {
    button.textContent = word;
    setTimeout(function () { button.textContent = label; }, 1500);
  }
  function byArea() {
    var area = document.createElement('textarea');
    area.value = text;
    document.body.appendChild(area);
    area.select();
    var done = document.execCommand('copy');
    document.body.removeChild(area);
    button.focus();
    say(done ? 'Copied' : 'Not copied');
  }
  if (navigator.clipboard && navigator.clipboard.writeText)
    navigator.clipboard.writeText(text).then(function () { say('Copied'); }, byArea);
  else
    byArea();
});

// Rows by verdict and words; a heading, an erratum, a figure or a paper without a match goes too.
var filter = document.querySelector('form.filter');
if (filter) {
  var each = function (list, act) { Array.prototype.forEach.call(list, act); };
  var holds = function (text, words) {
    return words.every(function (word) { return text.indexOf(word) >= 0; });
  };
  var textOf = function (element) { return element.textContent.toLowerCase(); };
  var apply = function () {
    var words = filter.words.value.toLowerCase().split(/\s+/).filter(Boolean), on = {};
    var shown = 0, all = 0;
    each(filter.verdict, function (box) { on[box.value] = box.checked; });
    var every = Array.prototype.every.call(filter.verdict, function (box) { return box.checked; });
    each(document.querySelectorAll('section'), function (section) {
      var found = false, heading = null, headed = false, place = '';
      each(section.querySelectorAll('tr.where, tr[data-verdict]'), function (row) {
        if (row.closest('article')) return;
        if (row.className === 'where') {
          if (heading) heading.hidden = !headed;
          heading = row; headed = false; place = textOf(row);
          return;
        }
        var match = on[row.dataset.verdict] && holds(place + ' ' + textOf(row), words);
        row.hidden = !match;
        headed = headed || match; found = found || match; all++; shown += match;
      });
      if (heading) heading.hidden = !headed;
      each(section.querySelectorAll('article'), function (entry) {
        var rows = entry.querySelectorAll('tr[data-verdict]'), some = every;
        each(rows, function (row) {
          row.hidden = !on[row.dataset.verdict];
          some = some || !row.hidden;
        });
        entry.hidden = !(some && holds(textOf(entry), words));
        found = found || !entry.hidden;
      });
      each(section.querySelectorAll('figure'), function (figure) {
        figure.hidden = !(every && holds(textOf(figure.querySelector('figcaption')), words));
        found = found || !figure.hidden;
      });
      section.hidden = !found;
    });
    filter.querySelector('output').textContent = shown + ' of ' + all + ' results';
  };
  filter.hidden = false;
  filter.addEventListener('input', apply);
  filter.addEventListener('submit', function (event) { event.preventDefault(); });
  // a link leads to its place even if the filter hides it
  window.addEventListener('hashchange', function () {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.closest('[hidden]')) return;
    filter.reset();
    apply();
    target.scrollIntoView();
  });
  apply();
}
