document.querySelectorAll('button[data-of]').forEach(function (button) {
  button.addEventListener('click', function () {
    getSelection().selectAllChildren(document.getElementById(button.getAttribute('data-of')));
    document.execCommand('copy');
    button.textContent = 'Copied';
  });
});
